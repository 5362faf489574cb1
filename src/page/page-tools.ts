import {
  OriginalAbortController,
  abort,
  apply,
  create,
  onAbort,
  parse,
  stringify,
  whenSettled,
} from './originals.ts'
import { isObject, require, type ToolRecord } from './tool-record.ts'

export type ToolEventClass = new (type: string, init?: { toolName?: unknown }) => Event

/** Where the tools of this document are told of. */
export type ToolHost = {
  /** Dispatches at `document.modelContext`. */
  fire: (event: Event) => void
  ToolActivatedEvent: ToolEventClass
  ToolCancelEvent: ToolEventClass
  onChange: () => void
  /** Looks whether the browser's own context has come. */
  findSuccessor?: () => unknown
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
export const settleWith = (run: () => unknown, onSettled: OnSettled): void => {
  const fail = (error: unknown): void => onSettled([error])
  const succeed = (value: unknown): void => {
    let outcome: Outcome
    try {
      outcome = toResultText(value)
    } catch (error) {
      outcome = [error]
    }
    onSettled(outcome)
  }
  whenSettled(run, succeed, fail)
}

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
  const controller = new OriginalAbortController()
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
  host.fire(new host.ToolActivatedEvent('toolactivated', { toolName }))
  return () => {
    if (!isOpen) return
    isOpen = false
    abort(controller)
    host.fire(new host.ToolCancelEvent('toolcancel', { toolName }))
  }
}
