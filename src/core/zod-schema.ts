import './jitless.ts'
import * as z from 'zod/mini'
import type { $ZodType } from 'zod/v4/core'
import { joinPath } from './dot-path.ts'
import type { Issue } from './result.ts'
import { isSchemaObject } from './schema-fields.ts'
import {
  anyObject,
  createSchemaCheck,
  isZodSchema,
  uncheckable,
  type SchemaCheck,
  type SchemaReader,
} from './schema-validation.ts'
import type { JsonSchema } from './tool.ts'

/** Reads JSON Schemas and zod schemas, for a registry whose tools are written in code. */
export const readAnySchema: SchemaReader = (schema, onTrouble) =>
  isSchemaObject(schema) && isZodSchema(schema)
    ? createZodCheck(schema, onTrouble)
    : createSchemaCheck(schema, onTrouble)

function createZodCheck(schema: $ZodType, onTrouble: (cause: unknown) => void): SchemaCheck {
  return {
    jsonSchema: toJsonSchema(schema, onTrouble),
    async validate(input) {
      try {
        const parsed = await z.safeParseAsync(schema, input === undefined ? {} : input)
        return parsed.success ? { value: parsed.data } : { issues: parsed.error.issues.flatMap(fromZodIssue) }
      } catch (cause) {
        onTrouble(cause)
        return uncheckable
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
