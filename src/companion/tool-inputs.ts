import * as z from 'zod/mini'
import { isWithinDepth } from '../protocol/agent-link-json.ts'

const id = z.string().check(z.minLength(1), z.maxLength(128))
const page = id
const tool = z.string().check(z.minLength(1), z.maxLength(256))

export const toolInputs = {
  list_pages: z.strictObject({}),
  list_tools: z.strictObject({ page }),
  describe_tool: z.strictObject({ page, tool }),
  call_tool: z.strictObject({
    page,
    tool,
    input: z.optional(z.unknown()),
    rev: z.optional(z.number()),
  }),
  await_confirmation: z.strictObject({ ids: z.array(id).check(z.minLength(1), z.maxLength(100)) }),
  undo_call: z.strictObject({ call_id: id }),
  request_access: z.strictObject({
    origin: z.optional(z.string().check(z.maxLength(2_048))),
    url: z.optional(z.string().check(z.maxLength(8_192))),
    reason: z.string().check(z.minLength(1), z.maxLength(500)),
  }),
}
export type ToolInputs = { [T in keyof typeof toolInputs]: z.infer<(typeof toolInputs)[T]> }
export type ToolName = keyof ToolInputs

export type InputIssue = { path: string; message: string }

const maxBytes = 1024 * 1024
const maxDepth = 64

export const isToolName = (name: string): name is ToolName => Object.hasOwn(toolInputs, name)

/** The arguments of one of our own tools, or what is wrong with them. */
export function readToolInput<T extends ToolName>(
  name: T,
  given: unknown,
): { input: ToolInputs[T] } | { issues: InputIssue[] } {
  const text = textOf(given ?? {})
  if (text === undefined) return { issues: [tooDeep] }
  if (Buffer.byteLength(text) > maxBytes) return { issues: [{ path: '', message: 'Larger than 1 MiB' }] }
  if (!isWithinDepth(text, maxDepth)) return { issues: [tooDeep] }
  const parsed = z.safeParse(toolInputs[name], given ?? {})
  if (!parsed.success) return { issues: parsed.error.issues.map((issue) => readIssue(issue, name)) }
  // The table ties the schema at `name` to its input; the index loses that link.
  return { input: parsed.data as ToolInputs[T] }
}

const tooDeep: InputIssue = { path: '', message: 'Nested deeper than 64 levels' }

/** Undefined where it nests too deep even to be written. */
function textOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

function readIssue(issue: z.core.$ZodIssue, name: ToolName): InputIssue {
  const path = issue.path.map(String).join('.')
  if (issue.code !== 'unrecognized_keys') return { path, message: `${path || 'input'}: ${issue.message}` }
  const known = Object.keys(toolInputs[name].def.shape).join(', ') || 'none'
  return { path, message: `Unknown field ${issue.keys.join(', ')}. Fields: ${known}` }
}
