import './jitless.ts'
import { Validator } from '@cfworker/json-schema'
import * as z from 'zod/mini'
import type { $ZodType } from 'zod/v4/core'
import { patternMaxInputLength } from './limits.ts'
import { joinPath } from './dot-path.ts'
import type { Issue } from './result.ts'
import { toIssues } from './schema-issues.ts'
import { isSchemaObject } from './schema-fields.ts'
import { toCheckableSchema } from './checkable-schema.ts'
import type { JsonSchema } from './tool.ts'

export type Validation = { value: unknown } | { issues: Issue[] }

/** One schema, of either kind, as the registry uses it. */
export type SchemaCheck = {
  /** What agents and cards are shown; for a zod schema its JSON Schema. */
  readonly jsonSchema: JsonSchema
  /** Never throws or rejects. `value` is what the tool gets: for a zod schema its output. */
  validate(input: unknown): Promise<Validation>
}

/** A tool without a schema takes any object. */
export const anyObject: JsonSchema = { type: 'object' }

/**
 * `onTrouble` hears of a schema that cannot be converted or checked; such a schema of the page's is treated as one that
 * allows any object, since the page's tool checks for itself, and one of ours as one that allows nothing.
 */
export function createSchemaCheck(
  schema: JsonSchema | $ZodType | undefined,
  onTrouble: (cause: unknown) => void,
): SchemaCheck {
  if (!isSchemaObject(schema)) return createJsonSchemaCheck(anyObject, onTrouble)
  return isZodSchema(schema) ? createZodCheck(schema, onTrouble) : createJsonSchemaCheck(schema, onTrouble)
}

export const isZodSchema = (schema: JsonSchema | $ZodType): schema is $ZodType => '_zod' in schema

function createZodCheck(schema: $ZodType, onTrouble: (cause: unknown) => void): SchemaCheck {
  return {
    jsonSchema: toJsonSchema(schema, onTrouble),
    async validate(input) {
      try {
        const parsed = await z.safeParseAsync(schema, input ?? {})
        return parsed.success ? { value: parsed.data } : { issues: parsed.error.issues.flatMap(fromZodIssue) }
      } catch (cause) {
        onTrouble(cause)
        return { issues: [{ path: '', message: 'The input cannot be checked against the schema' }] }
      }
    },
  }
}

function toJsonSchema(schema: $ZodType, onTrouble: (cause: unknown) => void): JsonSchema {
  try {
    return z.toJSONSchema(schema, { io: 'input' }) as JsonSchema
  } catch (cause) {
    onTrouble(cause)
    return anyObject
  }
}

function fromZodIssue(issue: z.core.$ZodIssue): Issue[] {
  const path = issue.path.reduce<string>((parent, key) => joinPath(parent, String(key)), '')
  if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }]
  return issue.keys.map((key) => ({ path: joinPath(path, key), message: `Unknown field \`${key}\`` }))
}

function createJsonSchemaCheck(schema: JsonSchema, onTrouble: (cause: unknown) => void): SchemaCheck {
  const full = lazily(() => createValidator(schema, { hasPatterns: true }))
  const withoutPatterns = lazily(() => createValidator(schema, { hasPatterns: false }))
  return {
    jsonSchema: schema,
    validate(input) {
      const value = input === undefined && schema['type'] === 'object' ? {} : input
      try {
        const { valid, errors } = (hasLongString(value) ? withoutPatterns() : full()).validate(value)
        return Promise.resolve(valid ? { value } : { issues: toIssues(errors, schema, value) })
      } catch (cause) {
        onTrouble(cause)
        return Promise.resolve(allowsObject(value))
      }
    },
  }
}

const createValidator = (schema: JsonSchema, options: { hasPatterns: boolean }): Validator =>
  new Validator(toCheckableSchema(schema, options), '2020-12', false)

function lazily<T>(create: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: create() }).value
}

const allowsObject = (value: unknown): Validation =>
  isSchemaObject(value) ? { value } : { issues: [{ path: '', message: 'Expected an object' }] }

/** Patterns and formats are not run on long strings; the bound holds for keys as well. */
function hasLongString(value: unknown): boolean {
  if (typeof value === 'string') return value.length > patternMaxInputLength
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(
    ([key, child]) => key.length > patternMaxInputLength || hasLongString(child),
  )
}
