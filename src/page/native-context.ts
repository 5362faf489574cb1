import {
  OriginalPromise,
  apply,
  dispatch,
  findGetter,
  getPrototypeOf,
  install,
  isNative,
  listen,
  parse,
  propertyOf,
  whenSettled,
} from './originals.ts'
import { host, keepTool, type Methods, records } from './page-tools.ts'
import { readTool, toDictionary, type ToolRecord } from './tool-record.ts'

const getContext = (getter: () => unknown): Methods => apply(getter, document, []) as Methods

const ignore = (): void => {}

/**
 * Notes every tool that a page registers with the browser's own context, so that its calls can carry the extras. The
 * tool itself is handed on untouched. The context is made when its getter is first asked, which costs a frame more than
 * all the rest, so that waits until somebody needs it.
 */
export const noteTools = (
  getter: () => unknown,
  prototype: object = getPrototypeOf(getContext(getter)) as object,
): void => {
  host.fire = (event) => void dispatch(getContext(getter), event)
  const original: unknown = propertyOf(prototype, 'registerTool')
  install(prototype, 'registerTool', {
    writable: true,
    value(this: unknown, tool: unknown, ...rest: unknown[]): Promise<unknown> {
      const options = rest[0]
      const registered = apply(original as Methods['registerTool'], this as Methods, [tool, options])
      return new OriginalPromise((resolve, reject) => {
        const note = (): void => {
          resolve(undefined)
          noteTool(tool, options)
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
    record.signal = toDictionary(options)['signal']
    keepTool(record)
  } catch {
    // Not a tool to be noted.
  }
}

/**
 * Defines `document.modelContext` as the page script's, so that one of the browser's own, which comes later, replaces
 * it. Returns a function that finds that one; the first time, all tools move over to it.
 */
export const createSuccession = (
  getOwn: () => EventTarget,
  onChange: () => void,
): (() => Methods | undefined) => {
  const ownGetter = function (this: unknown): unknown {
    return this === document ? getOwn() : undefined
  }
  install(Document.prototype, 'modelContext', { get: ownGetter })
  let successor: Methods | undefined

  const find = (): Methods | undefined => {
    const getter = findGetter()
    if (successor || !getter || !isNative(getter)) return successor
    const next = (successor = getContext(getter))
    host.onChange = onChange
    for (const name in records) {
      const record = records[name] as ToolRecord
      const tool = { ...record, inputSchema: record.schema && parse(record.schema) }
      whenSettled(() => next.registerTool(tool, record), ignore, ignore)
    }
    noteTools(getter)
    return next
  }
  // An origin trial's token is an element; what follows it is to find the tools noted already.
  const parsing = new MutationObserver(find)
  parsing.observe(document, { childList: true, subtree: true })
  listen(window, 'load', () => parsing.disconnect())
  return find
}
