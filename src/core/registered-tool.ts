import type { CallQueue } from './call-queue.ts'
import { createDefinitionHash } from './definition-hash.ts'
import { toDisplayLines, toDisplayText, cutText } from './display-text.ts'
import { descriptionMaxLength, titleMaxLength } from './limits.ts'
import { paramsSignature } from './params-signature.ts'
import {
  listFileFields,
  listSchemaFields,
  takesFreeText,
  type FileFieldAt,
  type SchemaField,
} from './schema-fields.ts'
import type { SchemaCheck, SchemaReader } from './schema-validation.ts'
import { marksSecrets } from './sensitive-places.ts'
import { shownSchema } from './shown-schema.ts'
import type { ToolDefinition, ToolKind } from './tool.ts'
import type { ToolDescription, ToolEntry } from './tool-manifest.ts'

/** A tool as the registry holds it. What costs something is worked out when it is first asked for. */
export type RegisteredTool = {
  /** With the prefix of its scope. */
  readonly name: string
  readonly definition: ToolDefinition
  readonly kind: ToolKind
  readonly source: string
  readonly queue: CallQueue
  isGone: boolean
  check(): SchemaCheck
  outputCheck(): SchemaCheck | undefined
  fields(): readonly SchemaField[]
  outputFields(): readonly SchemaField[]
  fileFields(): readonly FileFieldAt[]
  sensitivePaths(): readonly string[]
  definitionHash(): string
  entry(): ToolEntry
  /** Works out in good time what `entry` takes longest for; the browser hashes while others are described. */
  prepareEntry(): Promise<void>
}

type Placement = {
  name: string
  source: string
  queue: CallQueue
  readSchema: SchemaReader
  onSchemaTrouble: (cause: unknown) => void
}

export function createRegisteredTool(definition: ToolDefinition, placement: Placement): RegisteredTool {
  const { name, source, queue, readSchema, onSchemaTrouble } = placement
  const kind = definition.kind ?? 'page'
  const check = once(() => readSchema(definition.input, onSchemaTrouble))
  const fields = once(() => listSchemaFields(check().jsonSchema))
  const hash = createDefinitionHash(name, definition, () => check().jsonSchema)
  const definitionHash = (): string => hash.read()
  const description = once(() => describeStatically(name, definition, { kind, check }))
  const sensitivePaths = (): readonly string[] => pathsOf(definition)
  const outputCheck = once(() =>
    definition.output === undefined ? undefined : readSchema(definition.output, onSchemaTrouble),
  )
  return {
    name,
    definition,
    kind,
    source,
    queue,
    isGone: false,
    check,
    outputCheck,
    fields,
    outputFields: once(() => listSchemaFields(outputCheck()?.jsonSchema ?? {})),
    fileFields: once(() => listFileFields(fields())),
    sensitivePaths,
    definitionHash,
    entry: () => ({
      ...description(),
      definitionHash: definitionHash(),
      hasPageSensitivePaths: kind === 'page' && (sensitivePaths().length > 0 || marksSecrets(fields())),
    }),
    async prepareEntry() {
      const prepared = hash.prepare()
      description()
      await prepared
    },
  }
}

/** The full description for one agent; schemas are bounded. */
export function describeTool(tool: RegisteredTool): ToolDescription {
  const { name, title, description, hints, params } = tool.entry()
  const output = tool.outputCheck()
  return {
    name,
    ...(title === undefined ? {} : { title }),
    description,
    hints,
    ...(params === undefined ? {} : { params }),
    inputSchema: shownSchema(tool.check().jsonSchema),
    ...(output ? { outputSchema: shownSchema(output.jsonSchema) } : {}),
  }
}

export const titleOf = (definition: ToolDefinition): string | undefined => {
  const title = toDisplayText(definition.title ?? '', titleMaxLength)
  return title === '' ? undefined : title
}

export const descriptionOf = (definition: ToolDefinition): string =>
  cutText(toDisplayLines(definition.description), descriptionMaxLength)

type Parts = Pick<RegisteredTool, 'kind' | 'check'>

function describeStatically(name: string, definition: ToolDefinition, parts: Parts) {
  const title = titleOf(definition)
  const params = paramsSignature(parts.check().jsonSchema)
  const { consequentialWhen, target, sendsTo, isUndoUnasked } = definition
  return {
    name,
    ...(title === undefined ? {} : { title }),
    description: descriptionOf(definition),
    hints: { ...definition.hints },
    ...(params === undefined ? {} : { params }),
    kind: parts.kind,
    takesFreeText: takesFreeText(parts.check().jsonSchema),
    ...(consequentialWhen === undefined ? {} : { consequentialWhen }),
    ...(target === undefined ? {} : { target }),
    ...(sendsTo === undefined ? {} : { sendsTo }),
    ...(isUndoUnasked === undefined ? {} : { isUndoUnasked }),
  }
}

/** Where the tool cannot say what is secret, everything is: the empty path covers the whole input. */
function pathsOf(definition: ToolDefinition): readonly string[] {
  try {
    return definition.sensitivePaths?.() ?? []
  } catch {
    return ['']
  }
}

function once<T>(compute: () => T): () => T {
  let known: { value: T } | undefined
  return () => (known ??= { value: compute() }).value
}
