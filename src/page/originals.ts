/**
 * The language and the browser as they were before the page's own code could change them. Whatever answers the
 * content script uses these, so that a page's patched prototypes break nothing but the page's own tools. To name an
 * interface costs a frame tens of microseconds; what only a page's own call needs is therefore found when it is made.
 */
export const {
  apply,
  defineProperty,
  deleteProperty,
  get: propertyOf,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  ownKeys,
} = Reflect
const toObject = Object
export const { create } = toObject
export const { parse, stringify } = JSON

export const OriginalPromise = Promise
/** Any value as text; throws where its own conversion throws. */
export const toText = String

/** Functions too. */
export const isObject = (value: unknown): value is Record<string, unknown> => toObject(value) === value

type Method<A extends unknown[], R> = (self: unknown, ...args: A) => R

const uncurry =
  <A extends unknown[], R>(method: unknown): Method<A, R> =>
  (self, ...args) =>
    apply(method as (...args: A) => R, self, args)

const methodOf = <A extends unknown[], R = void>(owner: { prototype: object }, key: string): Method<A, R> =>
  uncurry<A, R>(propertyOf(owner.prototype, key))

/** The getter of an attribute, wherever it comes from. */
const findAttribute = (prototype: object, key: string): (() => unknown) | undefined =>
  propertyOf(getOwnPropertyDescriptor(prototype, key) ?? {}, 'get') as (() => unknown) | undefined

type Listener = (event: Event) => void
type Settle = (value: unknown) => void

export const listen = methodOf<[string, Listener, (boolean | AddEventListenerOptions)?]>(
  EventTarget,
  'addEventListener',
)
export const unlisten = methodOf<[string, Listener, boolean?]>(EventTarget, 'removeEventListener')
export const dispatch = methodOf<[Event], boolean>(EventTarget, 'dispatchEvent')
export const stopEvent = methodOf<[]>(Event, 'stopImmediatePropagation')
export const preventDefault = methodOf<[]>(Event, 'preventDefault')
export const post = methodOf<[message: unknown]>(MessagePort, 'postMessage')
export const startPort = methodOf<[]>(MessagePort, 'start')
const slice = methodOf<[number, number], string>(String, 'slice')
export const matchOf = methodOf<[string], object | null>(RegExp, 'exec')
const sourceOf = methodOf<[], string>(Function, 'toString')
const sort = methodOf<[], unknown[]>(Array, 'sort')
const then = methodOf<[((value: unknown) => unknown)?, Settle?], Promise<unknown>>(Promise, 'then')

export const cut = (text: string, length: number): string => slice(text, 0, length)

export const findGetter = (): (() => unknown) | undefined => findAttribute(Document.prototype, 'modelContext')

export const isNative = (method: () => unknown): boolean => !!matchOf(/\[native code/, sourceOf(method))

/** The own keys of a record, by code unit. */
export const sortedKeys = (record: object): string[] => sort(ownKeys(record)) as string[]

/** Defines a property that can be seen and replaced, as those of interfaces can. */
export const define = (holder: object, key: PropertyKey, descriptor: PropertyDescriptor): void => {
  defineProperty(holder, key, { configurable: true, enumerable: true, ...descriptor })
}

/** Adds to the end of a list, past any setter on `Array.prototype`. */
export const append = <T>(list: T[], value: T): void => {
  define(list, list.length, { value, writable: true })
}

const whatIsAt = (holder: object, key: PropertyKey): unknown => {
  const descriptor = getOwnPropertyDescriptor(holder, key)
  return descriptor?.get ?? descriptor?.value
}

const installed: (() => void)[] = []

/** Defines something until `uninstall` puts back what was there, unless the page has replaced it meanwhile. */
export const install = (holder: object, key: PropertyKey, descriptor: PropertyDescriptor): void => {
  const before = getOwnPropertyDescriptor(holder, key)
  define(holder, key, descriptor)
  const mine = whatIsAt(holder, key)
  append(installed, () => {
    if (whatIsAt(holder, key) !== mine) return
    deleteProperty(holder, key)
    if (before) defineProperty(holder, key, before)
  })
}

export const uninstall = (): void => {
  for (let index = 0; index < installed.length; index++) (installed[index] as () => void)()
}

const tasks: (() => void)[] = []
let taskPort: MessagePort | undefined
let next = 0

/** Queues a task; unlike a timer it is not slowed down in a hidden tab. */
export const queueTask = (task: () => void): void => {
  if (!taskPort) {
    const { port1, port2 } = new MessageChannel()
    taskPort = port2
    listen(port1, 'message', () => {
      const run = tasks[next++] as () => void
      // Emptied once it has run dry: to shift it would be the page's own method.
      if (next === tasks.length) tasks.length = next = 0
      run()
    })
    startPort(port1)
  }
  append(tasks, task)
  post(taskPort, 0)
}

/** Runs when the signal aborts, never where there is none. Throws its reason where it has, a `TypeError` where it is none. */
export const onAbort = (signal: unknown, run: (reason: unknown) => void): void => {
  if (signal === undefined) return
  const { reason } = signal as AbortSignal
  if (apply(findAttribute(AbortSignal.prototype, 'aborted') as () => unknown, signal, [])) throw reason
  listen(signal, 'abort', () => run((signal as AbortSignal).reason))
}

/** What JSON keeps of a value; `undefined` where it cannot be had. */
export const copyOf = (getValue: () => unknown): unknown => {
  try {
    return parse(stringify(getValue()))
  } catch {
    return undefined
  }
}

/** A promise whose `then` looks up nothing that the page could have replaced. */
class FirmPromise<T> extends OriginalPromise<T> {
  static override get [Symbol.species]() {
    return FirmPromise
  }
}

/** Runs a function, and calls back once, later, with what it returns (a promise or not) and `convert` makes of it, or throws. */
export const whenSettled = (
  run: () => unknown,
  done: Settle,
  failed: Settle,
  convert?: (value: unknown) => unknown,
): void => {
  void then(then(new FirmPromise((resolve) => resolve(run())), convert), done, failed)
}
