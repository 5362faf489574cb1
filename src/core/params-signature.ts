import { takesArrayOperations } from './array-operation.ts'
import { cutText, toDisplayText } from './display-text.ts'
import { paramsMaxLength } from './limits.ts'
import { findChoices, findFileField, findLocalRef, isSchemaObject } from './schema-fields.ts'
import type { JsonSchema } from './tool.ts'

const maxDepth = 4
const maxChoices = 12

/**
 * The compact signature of an input: `name: string, guests: 1|2|3, time?: time`. Undefined for a schema without
 * properties.
 */
export function paramsSignature(schema: JsonSchema): string | undefined {
  const fields = fieldsOf(schema, schema, 0)
  return fields === '' ? undefined : cutText(toDisplayText(fields), paramsMaxLength)
}

function fieldsOf(schema: JsonSchema, root: JsonSchema, depth: number): string {
  const properties = schema['properties']
  if (!isSchemaObject(properties)) return ''
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : [])
  const fields: string[] = []
  let length = 0
  for (const name of Object.keys(properties)) {
    if (length > paramsMaxLength) break
    const field = `${name}${required.has(name) ? '' : '?'}: ${typeOf(properties[name], root, depth + 1)}`
    fields.push(field)
    length += field.length
  }
  return fields.join(', ')
}

function typeOf(schema: unknown, root: JsonSchema, depth: number): string {
  if (!isSchemaObject(schema) || depth > maxDepth) return 'any'
  const ref = schema['$ref']
  if (typeof ref === 'string') return typeOf(findLocalRef(root, ref), root, depth + 1)
  if (findFileField(schema)) return 'file'
  const choices = findChoices(schema)
  if (choices) return choicesOf(choices)
  const branches = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(branches))
    return unique(branches.map((branch) => typeOf(branch, root, depth + 1))).join('|')
  if (takesArrayOperations(schema)) return `${namedType('array', schema, root, depth)}|null`
  const { type } = schema as { type?: unknown }
  if (Array.isArray(type)) return unique(type.map((one) => nameOf(one, schema, root, depth))).join('|')
  return nameOf(type, schema, root, depth)
}

const nameOf = (type: unknown, schema: JsonSchema, root: JsonSchema, depth: number): string =>
  typeof type === 'string' ? namedType(type, schema, root, depth) : 'any'

function namedType(type: string, schema: JsonSchema, root: JsonSchema, depth: number): string {
  if (type === 'string') return typeof schema['format'] === 'string' ? schema['format'] : 'string'
  if (type === 'array') {
    const item = schema['items'] === undefined ? 'any' : typeOf(schema['items'], root, depth + 1)
    return item.includes('|') ? `(${item})[]` : `${item}[]`
  }
  if (type !== 'object') return type
  const fields = fieldsOf(schema, root, depth)
  return fields === '' ? 'object' : `{ ${fields} }`
}

const choicesOf = (choices: readonly unknown[]): string => {
  const shown = choices.slice(0, maxChoices).map(choiceText)
  return choices.length > maxChoices ? [...shown, `… (${choices.length})`].join('|') : shown.join('|')
}

/** Quoted only where it would be misread. */
const choiceText = (choice: unknown): string =>
  typeof choice === 'string' && /^[\p{L}_][\p{L}\p{N}_ .:-]*$/u.test(choice) && !isJsonWord(choice)
    ? choice
    : JSON.stringify(choice)

const isJsonWord = (text: string): boolean => text === 'true' || text === 'false' || text === 'null'

const unique = (names: string[]): string[] => [...new Set(names)]
