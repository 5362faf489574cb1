import { OriginalDOMException, create, matchOf, stringify, toText } from './originals.ts'

type Execute = (input: unknown, options: object) => unknown

export type ToolRecord = {
  name: string
  title: string
  description: string
  /** JSON text, `undefined` where the page gave none. */
  schema: string | undefined
  annotations: Record<string, boolean> | undefined
  execute: Execute
  isDestructive: boolean
  sensitivePaths: unknown
  summary: unknown
  /** Ends the registration; undefined where nothing does. */
  signal?: unknown
}

export const newError = (name: string, message: string): DOMException =>
  new OriginalDOMException(message, name)

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'function' || (typeof value === 'object' && value !== null)

/** A `TypeError` unless the value is as it must be; `what` is the member or argument it belongs to. */
export const require = (isRight: unknown, what: string): void => {
  if (!isRight) throw new TypeError(`Invalid ${what}`)
}

/** A required member as text. */
export const textOf = (holder: Record<string, unknown>, member: string): string => {
  const value = holder[member]
  require(value !== undefined, member)
  return toText(value)
}

/** A dictionary argument: `undefined` and `null` stand for an empty one. */
export const toDictionary = (value: unknown, what = 'options'): Record<string, unknown> => {
  const dictionary = value ?? create(null)
  require(isObject(dictionary), what)
  return dictionary as Record<string, unknown>
}

/** JSON text of an object; what has no JSON form throws as the standard says. */
export const toJson = (value: unknown, what: string): string => {
  require(isObject(value), what)
  const text = stringify(value)
  require(typeof text === 'string', what)
  return text
}

/** A member the standard does not know; a getter that throws says nothing. */
const extraOf = (holder: unknown, member: string): unknown => {
  try {
    return (holder as Record<string, unknown> | undefined)?.[member]
  } catch {
    return undefined
  }
}

const toAnnotations = (given: unknown): Record<string, boolean> | undefined => {
  if (given === undefined) return undefined
  const hints = toDictionary(given, 'annotations')
  return {
    consequentialHint: !!hints['consequentialHint'],
    debugging: !!hints['debugging'],
    readOnlyHint: !!hints['readOnlyHint'],
    untrustedContentHint: !!hints['untrustedContentHint'],
  }
}

/** Reads a tool, its members in the order of Web IDL. Throws a `TypeError` where one is missing or of the wrong type. */
export const readTool = (tool: unknown): ToolRecord => {
  require(isObject(tool), 'tool')
  const given = tool as Record<string, unknown>
  const annotations = toAnnotations(given['annotations'])
  const description = textOf(given, 'description')
  const execute = given['execute'] as Execute
  require(typeof execute === 'function', 'execute')
  const inputSchema = given['inputSchema']
  const name = textOf(given, 'name')
  return {
    annotations,
    description,
    execute,
    isDestructive: !!extraOf(given['annotations'], 'destructiveHint'),
    name,
    schema: inputSchema === undefined ? undefined : toJson(inputSchema, 'inputSchema'),
    sensitivePaths: extraOf(given, 'sensitivePaths'),
    summary: extraOf(given, 'summary'),
    title: toText(given['title'] ?? ''),
  }
}

/** What the standard asks of a tool beyond its types. */
export const checkTool = (record: ToolRecord, isTaken: boolean): void => {
  if (isTaken || !record.description || !matchOf(/^[\w.-]{1,128}$/, record.name)) {
    throw newError('InvalidStateError', `${isTaken ? 'Duplicate' : 'Invalid'} tool`)
  }
}
