import type { Issue } from './result.ts'
import { createSchemaCheck } from './schema-validation.ts'
import type { JsonSchema } from './tool.ts'

/** For what must not be called. */
export const unexpected = (cause: unknown): never => {
  throw new Error('unexpected', { cause })
}

export async function issuesOf(schema: JsonSchema, input: unknown): Promise<Issue[]> {
  const checked = await createSchemaCheck(schema, unexpected).validate(input)
  return 'issues' in checked ? checked.issues : []
}

export const closed = (
  properties: Record<string, unknown>,
  more: Record<string, unknown> = {},
): JsonSchema => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
})
