import '../core/jitless.ts'
import * as z from 'zod/mini'
import { lazily } from '../core/lazily.ts'
import { messageMaxBytes, messageMaxDepth } from '../core/limits.ts'
import type { ToolResult } from '../core/result.ts'
import type { ToolSummary } from '../core/tool-manifest.ts'

/** Bridge protocol v1: what a page's own assistant and the registry of its document say to each other. */
export const bridgeProtocol = 1

const common = () => ({ protocol: z.literal(bridgeProtocol), clientId: z.string() })
const id = () => z.string().check(z.minLength(1), z.maxLength(200))
const tool = () => z.string().check(z.maxLength(200))
const rev = () => z.number().check(z.int(), z.minimum(0))

export const toRegistrySchema = lazily(() =>
  z.discriminatedUnion('type', [
    z.strictObject({
      ...common(),
      type: z.literal('call'),
      id: id(),
      tool: tool(),
      input: z.unknown(),
      rev: z.optional(rev()),
    }),
    z.strictObject({ ...common(), type: z.literal('describe'), id: id(), tool: tool() }),
    z.strictObject({ ...common(), type: z.literal('cancel'), id: id() }),
  ]),
)
export type ToRegistry = z.infer<ReturnType<typeof toRegistrySchema>>

export type ToAgent = { protocol: typeof bridgeProtocol; clientId: string } & (
  | { type: 'manifest'; rev: number; tools: ToolSummary[] }
  | { type: 'changed'; rev: number }
  | { type: 'result'; id: string; result: ToolResult }
  | { type: 'confirmed'; confirmId: string; result: ToolResult }
)

/** What arrived: a message for `clientId`, one of another protocol that wants an answer, or nothing to act on. */
export type Arrival =
  | { kind: 'message'; message: ToRegistry }
  | { kind: 'unsupported'; id: string }
  /** `id`: of a request, which is to be answered so. */
  | { kind: 'invalid'; id?: string }
  | { kind: 'ignored' }

/** Reads `{ toolmark: 1, message }`, which may hold anything. Never throws. */
export function readEnvelope(data: unknown, clientId: string): Arrival {
  if (!isRecord(data) || data['toolmark'] !== 1) return { kind: 'ignored' }
  const message = copyInBounds(data['message'])
  if (!isRecord(message)) return invalidArrival(data['message'], clientId)
  if (message['clientId'] !== clientId || isToAgent(message)) return { kind: 'ignored' }
  if (message['protocol'] !== bridgeProtocol) {
    const { id: given } = message
    return id().safeParse(given).success ? { kind: 'unsupported', id: String(given) } : { kind: 'invalid' }
  }
  const parsed = toRegistrySchema().safeParse(message)
  return parsed.success ? { kind: 'message', message: parsed.data } : invalidArrival(message, clientId)
}

/** The registry hears its own messages, for both sides speak in one window. */
const isToAgent = ({ type }: Record<string, unknown>): boolean =>
  ['manifest', 'changed', 'result', 'confirmed'].includes(String(type))

/** A request that cannot be taken is answered as soon as its id can be read. */
function invalidArrival(message: unknown, clientId: string): Arrival {
  try {
    if (!isRecord(message) || message['clientId'] !== clientId) return { kind: 'invalid' }
    const { type, id: given } = message
    const isAnswered = (type === 'call' || type === 'describe') && id().safeParse(given).success
    return isAnswered ? { kind: 'invalid', id: String(given) } : { kind: 'invalid' }
  } catch {
    return { kind: 'invalid' }
  }
}

/** A plain JSON copy of at most 1 MiB and 64 levels; `undefined` for anything else. */
export function copyInBounds(value: unknown): unknown {
  try {
    if (!isPlainJson(value)) return undefined
    const text = JSON.stringify(value)
    const isSmall = text.length <= messageMaxBytes && new TextEncoder().encode(text).length <= messageMaxBytes
    return isSmall ? (JSON.parse(text) as unknown) : undefined
  } catch {
    return undefined
  }
}

const maxNodes = 100_000

/** What JSON gives back as it was: no dates, maps, typed arrays, missing numbers or cycles. */
function isPlainJson(root: unknown): boolean {
  const pending: { value: unknown; depth: number }[] = [{ value: root, depth: 1 }]
  let nodes = 0
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, depth } = next
    if (++nodes > maxNodes || !isJsonValue(value)) return false
    if (typeof value !== 'object' || value === null) continue
    if (depth > messageMaxDepth) return false
    for (const child of Object.values(value)) pending.push({ value: child, depth: depth + 1 })
  }
  return true
}

function isJsonValue(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object') return false
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
