import { canonicalJson, sha256Hex } from './canonical-json.ts'
import type { JsonSchema, ToolDefinition } from './tool.ts'

/** What a person agreed to when they approved a tool: its name, description, schema, hints, and a form's own marks. */
export function definitionHashOf(name: string, tool: ToolDefinition, inputSchema: JsonSchema): string {
  const { description, hints = {}, fingerprint = null } = tool
  const definition = { name, description, inputSchema: tool.schemaDigest ?? inputSchema, hints, fingerprint }
  try {
    // A source of ours writes its keys in one order always, and a form may have thousands of fields.
    const isPages = tool.kind === undefined || tool.kind === 'page'
    return sha256Hex(isPages ? canonicalJson(definition) : JSON.stringify(definition))
  } catch {
    // A schema in circles has no text; it cannot be told from another one of the same name and description.
    return sha256Hex(canonicalJson({ name, description }))
  }
}
