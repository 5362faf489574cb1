import {
  OriginalPromise,
  append,
  apply,
  define,
  dispatch,
  install,
  isObject,
  matchOf,
  onAbort,
  parse,
  propertyOf,
  queueTask,
  sortedKeys,
  toText,
} from './originals.ts'
import { host, keepTool, type MethodName, records, runTool } from './page-tools.ts'
import {
  checkTool,
  newError,
  readTool,
  require,
  textOf,
  toDictionary,
  toJson,
  type ToolRecord,
} from './tool-record.ts'

type Resolve = (value: unknown) => void
/** Arguments are read by index: a page may have replaced how arrays are iterated. */
type Method = (args: unknown[], resolve: Resolve, reject: Resolve) => void

/**
 * Defines what stands for `document.modelContext` where the browser has none, and returns what makes it when it is first
 * asked for. Once the browser's own has come, that is asked instead.
 */
export const defineModelContext = (): (() => EventTarget) => {
  let context: EventTarget | undefined
  let isMade = true

  /** Names of properties, so that no minifier changes the names of the classes. */
  const interfaces = {
    ModelContext: class extends EventTarget {
      ontoolchange = null
      ontoolactivated = null
      ontoolcancel = null
      constructor() {
        require(!isMade, 'new')
        super()
      }
    },
    ToolActivatedEvent: class extends ToolEvent {},
    ToolCancelEvent: class extends ToolEvent {},
  }
  for (const name in interfaces) {
    install(window, name, {
      value: interfaces[name as keyof typeof interfaces],
      enumerable: false,
      writable: true,
    })
  }
  for (const name in methods) {
    const value = function (this: unknown, ...args: unknown[]): Promise<unknown> {
      return new OriginalPromise((resolve, reject) => {
        require(context && this === context, 'this')
        const next = host.next?.()
        if (next) resolve(apply(next[name as MethodName], next, args))
        else methods[name as MethodName](args, resolve, reject)
      })
    }
    define(interfaces.ModelContext.prototype, name, { value, writable: true })
  }
  return () => {
    if (!context) {
      isMade = false
      context = new interfaces.ModelContext()
      isMade = true
      announceAt(context)
    }
    return context
  }
}

/** Changes and calls are told at the context, as the browser's own would do. */
const announceAt = (context: EventTarget): void => {
  const tellContent = host.onChange
  host.onChange = () => {
    tellContent()
    queueTask(() => host.fire(new Event('toolchange')))
  }
  host.fire = (event) => {
    dispatch(context, event)
    const handler: unknown = propertyOf(context, `on${event.type}`)
    if (typeof handler === 'function') apply(handler as Resolve, context, [event])
  }
}

class ToolEvent extends Event {
  declare toolName: string
  constructor(type: string, init: EventInit & { toolName?: unknown } = {}) {
    super(type, init)
    this.toolName = toText(init.toolName ?? '')
  }
}

const methods: Record<MethodName, Method> = {
  registerTool(args, resolve, reject) {
    const record = readTool(args[0])
    const { signal, exposedTo } = toDictionary(args[1])
    checkTool(record, record.name in records)
    record.signal = signal
    onAbort(signal, reject)
    checkOrigins(exposedTo)
    keepTool(record)
    queueTask(resolve as () => void)
  },

  getTools(args, resolve) {
    checkOrigins(toDictionary(args[0])['fromOrigins'])
    queueTask(() => {
      const listed: object[] = []
      const names = sortedKeys(records)
      for (let index = 0; index < names.length; index++) {
        append(listed, toListed(records[names[index] as string] as ToolRecord))
      }
      resolve(listed)
    })
  },

  executeTool(args, resolve, reject) {
    const tool = toDictionary(args[0], 'tool')
    textOf(tool, 'description')
    const name = textOf(tool, 'name')
    const origin = textOf(tool, 'origin')
    const owner = tool['window']
    const isHere = owner === window && origin === self.origin
    require(isObject(owner), 'window')
    if (!matchOf(/:\/\/./, origin)) throw newError('NotSupportedError', 'origin')
    const inputText = args[1] === undefined ? '{}' : toJson(args[1], 'input')
    const { signal } = toDictionary(args[2])
    const fail = (): void => reject(newError('UnknownError', 'Tool failed'))
    let cancel: (() => void) | undefined
    onAbort(signal, (reason) => {
      reject(reason)
      queueTask(() => cancel?.())
    })
    queueTask(() => {
      const record = isHere && records[name]
      if (!record) return fail()
      cancel = runTool(record, inputText, {}, (outcome) => (isObject(outcome) ? fail() : resolve(outcome)))
    })
  },
}

const secureOrigin = /^(https|wss|\w+:\/\/([\w.-]+\.)?(localhost|127\.|\[::1))/

const checkOrigins = (list: unknown): void => {
  if (list === undefined) return
  require(typeof list === 'object', 'origins')
  for (const origin of list as Iterable<unknown>) {
    if (!matchOf(secureOrigin, toText(origin))) throw newError('SecurityError', 'origin')
  }
}

/** A tool as `getTools()` gives it; members that were not given are absent. */
const toListed = ({ name, title, description, schema, annotations }: ToolRecord): object => ({
  ...(annotations && { annotations: { ...annotations } }),
  description,
  ...(schema && { inputSchema: parse(schema) }),
  name,
  origin: self.origin,
  title,
  window,
})
