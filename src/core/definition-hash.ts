import { canonicalJson, sha256Hex } from './canonical-json.ts'
import { toJson } from './json-boundary.ts'
import type { JsonSchema, ToolDefinition } from './tool.ts'

/** What a person agreed to when they approved a tool: its name, description, schema, hints, and a form's own marks. */
export function definitionHashOf(name: string, tool: ToolDefinition, inputSchema: JsonSchema): string {
  const { description, hints = {}, fingerprint = null } = tool
  const definition = toJson({ name, description, inputSchema, hints, fingerprint })
  return sha256Hex(canonicalJson('value' in definition ? definition.value : { name, description }))
}
