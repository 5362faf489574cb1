import { canonicalJson, sha256Hex, sha256HexSoon } from './canonical-json.ts'
import type { JsonSchema, ToolDefinition } from './tool.ts'

/** What a person agreed to when they approved a tool: its name, description, schema, hints, and a form's own marks. */
export type DefinitionHash = {
  read(): string
  /** Works it out in good time, and faster than `read`, which then has it. */
  prepare(): Promise<void>
}

export function createDefinitionHash(
  name: string,
  tool: ToolDefinition,
  readSchema: () => JsonSchema,
): DefinitionHash {
  let known: string | undefined
  const write = (): string => definitionText(name, tool, readSchema())
  return {
    read: () => (known ??= sha256Hex(write())),
    async prepare() {
      known ??= await sha256HexSoon(write())
    },
  }
}

function definitionText(name: string, tool: ToolDefinition, inputSchema: JsonSchema): string {
  const { description, hints = {}, fingerprint = null } = tool
  const definition = { name, description, inputSchema: tool.schemaText ?? inputSchema, hints, fingerprint }
  try {
    // A source of ours writes its keys in one order always, and a form may have thousands of fields.
    const isPages = tool.kind === undefined || tool.kind === 'page'
    return isPages ? canonicalJson(definition) : JSON.stringify(definition)
  } catch {
    // A schema in circles has no text; it cannot be told from another one of the same name and description.
    return canonicalJson({ name, description })
  }
}
