/**
 * The language and the browser as they were before the page's own code could change them. Whatever answers the
 * content script uses these, so that a page's patched prototypes break nothing but the page's own tools.
 */
export const { apply, get: propertyOf } = Reflect
const { getPrototypeOf } = Object
export const { create } = Object
export const { parse, stringify } = JSON
export const prototypeOf: (value: object) => object = getPrototypeOf
const { defineProperty, getOwnPropertyDescriptor, ownKeys } = Reflect

export const OriginalPromise = Promise
export const OriginalAbortController = AbortController
export const OriginalDOMException = DOMException
/** Any value as text; throws where its own conversion throws. */
export const toText = String

type Method<A extends unknown[], R> = (self: unknown, ...args: A) => R

const uncurry =
  <A extends unknown[], R>(method: unknown): Method<A, R> =>
  (self, ...args) =>
    apply(method as (...args: A) => R, self, args)

const methodOf = <A extends unknown[], R = void>(prototype: object, key: string): Method<A, R> =>
  uncurry<A, R>(propertyOf(prototype, key))

/** The getter of an attribute, wherever it comes from. */
const findAttribute = (prototype: object, key: string): (() => unknown) | undefined =>
  propertyOf(getOwnPropertyDescriptor(prototype, key) ?? {}, 'get') as (() => unknown) | undefined

type Listener = (event: Event) => void
type Settle = (value: unknown) => void

const target = EventTarget.prototype
const event = Event.prototype
const port = MessagePort.prototype
const controller = AbortController.prototype

export const listen = methodOf<[string, Listener, boolean?]>(target, 'addEventListener')
export const dispatch = methodOf<[Event], boolean>(target, 'dispatchEvent')
export const stopEvent = methodOf<[]>(event, 'stopImmediatePropagation')
export const preventDefault = methodOf<[]>(event, 'preventDefault')
export const post = methodOf<[message: unknown]>(port, 'postMessage')
export const startPort = methodOf<[]>(port, 'start')
export const requestSubmit = methodOf<[HTMLElement | null]>(HTMLFormElement.prototype, 'requestSubmit')
export const cut = methodOf<[number, number], string>(String.prototype, 'slice')
export const matchOf = methodOf<[string], object | null>(RegExp.prototype, 'exec')
export const abort = methodOf<[]>(controller, 'abort')
const sourceOf = methodOf<[], string>(Function.prototype, 'toString')
const sort = methodOf<[], unknown[]>(Array.prototype, 'sort')
const then = methodOf<[Settle, Settle]>(Promise.prototype, 'then')

const isAborted = uncurry<[], boolean>(findAttribute(AbortSignal.prototype, 'aborted'))

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

const { scheduler } = window as unknown as { scheduler: object }
const postTask = methodOf<[() => void], Promise<unknown>>(scheduler, 'postTask')

/** Queues a task; unlike a timer it is not slowed down in a hidden tab. */
export const queueTask = (task: () => void): void => {
  void postTask(scheduler, task)
}

/** Runs when the signal aborts, never where there is none. Throws its reason where it has, a `TypeError` where it is none. */
export const onAbort = (signal: unknown, run: (reason: unknown) => void): void => {
  if (signal === undefined) return
  const { reason } = signal as AbortSignal
  if (isAborted(signal)) throw reason
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

/** Runs a function, and calls back once, later, with what it returns (a promise or not) or throws. */
export const whenSettled = (run: () => unknown, done: Settle, failed: Settle): void => {
  then(new FirmPromise((resolve) => resolve(run())), done, failed)
}
