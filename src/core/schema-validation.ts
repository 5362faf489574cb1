import { Validator } from '@cfworker/json-schema'
import type { $ZodType } from 'zod/v4/core'
import { patternMaxInputLength } from './limits.ts'
import { lazily } from './lazily.ts'
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
 * Makes a schema checkable. `onTrouble` hears of one that cannot be converted or checked; such a schema of the page's is
 * treated as one that allows any object, since the page's tool checks for itself, and one of ours as one that allows nothing.
 */
export type SchemaReader = (
  schema: JsonSchema | $ZodType | undefined,
  onTrouble: (cause: unknown) => void,
) => SchemaCheck

/** Reads JSON Schemas. The conversion of zod schemas weighs too much for a script that runs in pages. */
export const createSchemaCheck: SchemaReader = (schema, onTrouble) => {
  if (!isSchemaObject(schema)) return createJsonSchemaCheck(anyObject, onTrouble)
  return isZodSchema(schema) ? refuseZodSchema(onTrouble) : createJsonSchemaCheck(schema, onTrouble)
}

export const isZodSchema = (schema: JsonSchema | $ZodType): schema is $ZodType => '_zod' in schema

function refuseZodSchema(onTrouble: (cause: unknown) => void): SchemaCheck {
  onTrouble(new Error('This registry was made without a reader of zod schemas'))
  return { jsonSchema: anyObject, validate: () => Promise.resolve(uncheckable) }
}

export const uncheckable: Validation = {
  issues: [{ path: '', message: 'The input cannot be checked against the schema' }],
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
