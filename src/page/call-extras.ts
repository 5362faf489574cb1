import { type FromPageScript, maxUndos, type ToPageScript } from '../protocol/page-script-link.ts'
import { OriginalPromise, copyOf, create } from './originals.ts'
import { newError } from './tool-record.ts'

type Call = Extract<ToPageScript, { type: 'call' }>
type Answer = Extract<ToPageScript, { type: 'answer' }>
type Undo = () => unknown

/** What the options of a call through the extension have beside `signal`. */
export const createCallExtras = (send: (message: FromPageScript) => unknown) => {
  const asks: Record<number, (value: unknown) => void> = create(null)
  const undos: Record<number, Undo> = create(null)
  let lastAsk = 0
  let lastUndo = 0

  /** `undefined` answers a question that nobody could answer. */
  const answer = ({ ask, value }: Answer): void => {
    asks[ask]?.(value)
    delete asks[ask]
  }

  const askFor = (id: number, what: 'confirm' | 'file', given: unknown): Promise<unknown> =>
    new OriginalPromise((resolve, reject) => {
      const ask = ++lastAsk
      asks[ask] = (value) => (value === undefined ? reject(newError('NotFoundError', what)) : resolve(value))
      send({ type: what, id, ask, request: copyOf(() => given) })
    })

  const of = ({ id, callId, caller }: Call): object => ({
    callId,
    caller,
    confirm: (request: unknown) => askFor(id, 'confirm', request),
    files: { resolve: (ref: unknown) => askFor(id, 'file', ref) },
    registerUndo: (restore: Undo) => {
      undos[++lastUndo] = restore
      delete undos[lastUndo - maxUndos]
      send({ type: 'undoable', id, token: lastUndo })
    },
  })

  /** Taken once: the second time there is nothing to undo. */
  const undo = (token: number): Undo => {
    const restore = undos[token]
    delete undos[token]
    return restore as Undo
  }
  return { answer, of, undo }
}
