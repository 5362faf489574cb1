import { create, isObject, matchOf, stringify, toText } from './originals.ts'

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

export const newError = (name: string, message: string): DOMException => new DOMException(message, name)

/** A `TypeError` unless the value is as it must be; `what` is the member or argument it belongs to. */
export const require: (isRight: unknown, what: string) => asserts isRight = (isRight, what) => {
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
  return dictionary
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

/** In the order in which they are read. */
const hintNames = { consequentialHint: 0, debugging: 0, readOnlyHint: 0, untrustedContentHint: 0 }

const toAnnotations = (given: unknown): Record<string, boolean> | undefined => {
  if (given === undefined) return undefined
  const hints = toDictionary(given, 'annotations')
  const annotations: Record<string, boolean> = {}
  for (const hint in hintNames) annotations[hint] = !!hints[hint]
  return annotations
}

/** Reads a tool, its members in the order of Web IDL. Throws a `TypeError` where one is missing or of the wrong type. */
export const readTool = (tool: unknown): ToolRecord => {
  require(isObject(tool), 'tool')
  const annotations = toAnnotations(tool['annotations'])
  const description = textOf(tool, 'description')
  const execute = tool['execute']
  require(typeof execute === 'function', 'execute')
  const inputSchema = tool['inputSchema']
  const name = textOf(tool, 'name')
  return {
    annotations,
    description,
    execute: execute as Execute,
    isDestructive: !!extraOf(tool['annotations'], 'destructiveHint'),
    name,
    schema: inputSchema === undefined ? undefined : toJson(inputSchema, 'inputSchema'),
    sensitivePaths: extraOf(tool, 'sensitivePaths'),
    summary: extraOf(tool, 'summary'),
    title: toText(tool['title'] ?? ''),
  }
}

/** What the standard asks of a tool beyond its types. */
export const checkTool = (record: ToolRecord, isTaken: boolean): void => {
  if (isTaken || !record.description || !matchOf(/^[\w.-]{1,128}$/, record.name)) {
    throw newError('InvalidStateError', isTaken ? 'Duplicate' : 'Invalid')
  }
}
