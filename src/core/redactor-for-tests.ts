import { createRedactor } from './redaction.ts'
import { listSchemaFields } from './schema-fields.ts'
import type { JsonSchema, ToolKind } from './tool.ts'

type Given = {
  schema?: JsonSchema
  paths?: string[]
  rules?: string[]
  inputs?: unknown[]
  kind?: ToolKind
  output?: JsonSchema
}

export const redactorOf = ({
  schema = {},
  paths = [],
  rules = [],
  inputs = [],
  kind = 'page',
  output = {},
}: Given = {}) =>
  createRedactor({
    kind,
    fields: listSchemaFields(schema),
    outputFields: listSchemaFields(output),
    sensitivePaths: paths,
    rules,
    inputs,
  })

/** Secrets by format, by `writeOnly`, by label and within a list; `text` is none. */
export const schema: JsonSchema = {
  type: 'object',
  properties: {
    a: { type: 'string', format: 'password' },
    b: { type: 'string', writeOnly: true },
    c: { type: 'string', title: 'Your PIN' },
    rows: { type: 'array', items: { properties: { d: { writeOnly: true } } } },
    text: { type: 'string' },
  },
}
