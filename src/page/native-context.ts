import type { Methods } from './model-context.ts'
import {
  OriginalPromise,
  apply,
  define,
  dispatch,
  findGetter,
  isNative,
  parse,
  propertyOf,
  prototypeOf,
  whenSettled,
} from './originals.ts'
import { host, keepTool, records } from './page-tools.ts'
import { isObject, readTool, type ToolRecord } from './tool-record.ts'

const ignore = (): void => {}

/**
 * Notes every tool that a page registers with the browser's own context, so that its calls can carry the extras. The
 * tool itself is handed on untouched.
 */
export const noteTools = (context: Methods): void => {
  host.fire = (event) => void dispatch(context, event)
  const original: unknown = propertyOf(context, 'registerTool')
  define(prototypeOf(context), 'registerTool', {
    writable: true,
    value(this: unknown, tool: unknown, ...rest: unknown[]): Promise<unknown> {
      const registered = apply(original as Methods['registerTool'], this as Methods, [tool, rest[0]])
      if (this !== context) return registered
      return new OriginalPromise((resolve, reject) => {
        const note = (): void => {
          resolve(undefined)
          noteTool(tool, rest[0])
        }
        whenSettled(() => registered, note, reject)
      })
    },
  })
}

/** What reads otherwise the second time is left to the browser alone. */
const noteTool = (tool: unknown, options: unknown): void => {
  try {
    const record = readTool(tool)
    record.signal = isObject(options) ? options['signal'] : undefined
    keepTool(record)
  } catch {
    // Not a tool to be noted.
  }
}

/**
 * Defines `document.modelContext` as the page script's, so that one of the browser's own, which comes later, replaces
 * it. Returns a function that finds that one; the first time, all tools move over to it.
 */
export const createSuccession = (own: EventTarget, onChange: () => void): (() => Methods | undefined) => {
  const ownGetter = function (this: unknown): unknown {
    return this === document ? own : undefined
  }
  define(Document.prototype, 'modelContext', { get: ownGetter })
  let successor: Methods | undefined

  return () => {
    const getter = findGetter()
    if (successor || !getter || getter === ownGetter || !isNative(getter)) return successor
    const next = apply(getter, document, []) as Methods
    successor = next
    host.onChange = onChange
    for (const name in records) {
      const record = records[name] as ToolRecord
      const tool = { ...record, inputSchema: record.schema && parse(record.schema) }
      whenSettled(() => next.registerTool(tool, record), ignore, ignore)
    }
    noteTools(next)
    return next
  }
}
