import { apply, create, isObject, onAbort, parse, stringify, whenSettled } from './originals.ts'
import { require, type ToolRecord } from './tool-record.ts'

export type MethodName = 'registerTool' | 'getTools' | 'executeTool'
export type Methods = EventTarget & Record<MethodName, (...args: unknown[]) => Promise<unknown>>

/** Where the tools of this document are told of. */
export type ToolHost = {
  /** Dispatches at `document.modelContext`. */
  fire: (event: Event) => void
  event: (isCancelled: boolean, init: { toolName: string }) => Event
  onChange: () => void
  /** The browser's own context, as soon as it has come after ours. */
  next?: () => Methods | undefined
}

/** Set before the page's own code runs. */
export const host = {} as ToolHost

/** A text is what was returned; anything else is what was thrown, in a list of one. */
export type Outcome = string | [error: unknown]
export type OnSettled = (outcome: Outcome) => void

/** Every tool that this document registered since the page script came, by name. */
export const records: Record<string, ToolRecord> = create(null)

/** Keeps a tool until its signal aborts. Throws where it has aborted. */
export const keepTool = (record: ToolRecord): void => {
  const { name } = record
  onAbort(record.signal, () => {
    if (records[name] !== record) return
    delete records[name]
    host.onChange()
  })
  records[name] = record
  host.onChange()
}

/** What was returned, as the browser's own API gives it to a tool's caller. Throws where it has no JSON form. */
const toResultText = (value: unknown): string => {
  if (typeof value === 'string') return value || 'Operation succeeded'
  return `${typeof value === 'bigint' ? value : stringify(value)}`
}

/** Runs a function, and calls back once, later, with what came of it. */
export const settleWith = (run: () => unknown, onSettled: OnSettled): void =>
  whenSettled(run, onSettled as (text: unknown) => void, (error) => onSettled([error]), toResultText)

/**
 * Runs a tool with a fresh copy of its input. Returns a function that cancels: the tool's signal is aborted, and what it
 * still answers is dropped.
 */
export const runTool = (
  { execute, name: toolName }: ToolRecord,
  inputText: string,
  extras: object,
  onSettled: OnSettled,
): (() => void) => {
  const tell = (isCancelled: boolean): void => host.fire(host.event(isCancelled, { toolName }))
  const controller = new AbortController()
  let isOpen = true
  const run = (): unknown => {
    const input: unknown = parse(inputText)
    require(isObject(input), 'input')
    return apply(execute, undefined, [input, { ...extras, signal: controller.signal }])
  }
  settleWith(run, (outcome) => {
    if (isOpen) onSettled(outcome)
    isOpen = false
  })
  tell(false)
  return () => {
    if (!isOpen) return
    isOpen = false
    controller.abort()
    tell(true)
  }
}
