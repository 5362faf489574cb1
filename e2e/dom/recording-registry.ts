import { startFormSource } from '../../src/content/sources/forms.ts'
import { isSensitiveName } from '../../src/core/sensitive-names.ts'
import { createSchemaCheck } from '../../src/core/schema-validation.ts'
import type { Registry, Scope } from '../../src/core/registry.ts'
import { invalid, ok, type ToolResult } from '../../src/core/result.ts'
import type { FileRef, ToolContext, ToolDefinition } from '../../src/core/tool.ts'

const tools = new Map<string, ToolDefinition>()
const undos = new Map<string, () => ToolResult | Promise<ToolResult>>()
const counts = { registered: 0, touched: 0 }
let files: Record<string, File[]> = {}

function openScope(prefix: string): Scope {
  const own = new Set<string>()
  return {
    name: prefix,
    register: (tool, { signal } = {}) => {
      counts.registered++
      const name = `${prefix}.${tool.name}`
      if (tools.has(name)) throw new Error(`duplicate ${name}`)
      tools.set(name, tool)
      own.add(name)
      signal?.addEventListener('abort', () => tools.delete(name))
    },
    touch: () => {
      counts.touched++
    },
    dispose: () => {
      for (const name of own) tools.delete(name)
    },
  }
}

/** Keeps what a source registers, validates input as the real registry does, and runs at once. */
export function installRegistry(): void {
  const registry = { scope: openScope } as unknown as Registry // the source uses nothing else of it
  startFormSource(registry, {
    signal: new AbortController().signal,
    document,
    isSensitiveName: (text) => isSensitiveName(text, []),
  })
}

export const listTools = () => ({ names: [...tools.keys()].sort(), ...counts })

export const describeTools = () =>
  Object.fromEntries(
    [...tools].map(
      ([name, { title, description, input, hints, kind, sendsTo, sensitivePaths, fingerprint }]) => [
        name,
        { title, description, input, hints, kind, sendsTo, sensitivePaths: sensitivePaths?.(), fingerprint },
      ],
    ),
  )

const getTool = (name: string): ToolDefinition => {
  const tool = tools.get(name)
  if (!tool) throw new Error(`No tool ${name}; there are ${[...tools.keys()].join(', ')}`)
  return tool
}

export const previewTool = (name: string, input: unknown) =>
  getTool(name).preview?.(input, { signal: new AbortController().signal })

export async function callTool(name: string, input: unknown, callId = 'call'): Promise<ToolResult> {
  const tool = getTool(name)
  const check = createSchemaCheck(tool.input, (cause) => {
    throw cause
  })
  const validation = await check.validate(input)
  if ('issues' in validation) return invalid(validation.issues)
  return tool.run(validation.value, contextOf(callId))
}

const contextOf = (callId: string): ToolContext => ({
  signal: new AbortController().signal,
  callId,
  caller: 'test',
  confirm: () => Promise.resolve({ approved: true }),
  files: {
    resolve: (ref) => Promise.resolve(getFile(ref)),
    resolveAll: (ref) => Promise.resolve(findFiles(ref)),
  },
  registerUndo: (restore) => void undos.set(callId, restore),
  willNavigate: () => Promise.resolve(),
})

const findFiles = (ref: FileRef): File[] => files['ref' in ref ? ref.ref : ref.url] ?? []

const getFile = (ref: FileRef): File => {
  const [file] = findFiles(ref)
  if (!file) throw new Error(`No file ${JSON.stringify(ref)}`)
  return file
}

export const offerFile = (ref: string, ...picked: File[]): void => {
  files = { ...files, [ref]: picked }
}

export const undoCall = (callId = 'call'): ToolResult | Promise<ToolResult> =>
  undos.get(callId)?.() ?? ok(null)
