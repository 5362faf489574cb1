import * as z from 'zod/mini'
import {
  agentRequests,
  maxMessageLength,
  requestMessageSchema,
  type AgentEvent,
  type AgentRequestInput,
  type AgentRequestOutput,
  type AgentRequestType,
  type AgentUpdate,
} from '../../protocol/agent-link.ts'
import { parseMessage } from '../../protocol/agent-link-json.ts'

/** One running companion of a paired agent. */
export type AgentSession = {
  sessionId: string
  agentId: string
  /** The label an agent fixed at its first request. */
  name: string
  client: string
  /** Working folder of the companion, home shortened to `~`. */
  folder: string
  openedAt: number
  port: number
}

/** One function for each line of `agentRequests`; expected outcomes are outputs, a throw is a bug. */
export type AgentRequestHandlers = {
  [T in AgentRequestType]: (
    input: AgentRequestInput<T>,
    session: AgentSession,
  ) => Promise<AgentRequestOutput<T>>
}

const maxRequestsUnderWay = 64

/** Answers the opened messages of one session; `send` seals. */
export function createRequestAnswerer(
  session: AgentSession,
  handlers: AgentRequestHandlers,
  send: (message: string) => void,
): (text: string) => void {
  let underWay = 0
  const answer = async (id: number, type: string, input: unknown): Promise<void> => {
    underWay += 1
    const reply = await replyTo(type, input, session, handlers)
    underWay -= 1
    send(boundedText({ id, ...reply }))
  }
  return (text) => {
    const message = parseMessage(text, requestMessageSchema, maxMessageLength)
    if (message === undefined) return
    if (underWay >= maxRequestsUnderWay) send(JSON.stringify({ id: message.id, failure: 'busy' }))
    else void answer(message.id, message.type, message.input)
  }
}

type Reply =
  | { output: unknown }
  | { issues: { path: string; message: string }[] }
  | { failure: 'failed' | 'unknown_request' }

async function replyTo(
  type: string,
  input: unknown,
  session: AgentSession,
  handlers: AgentRequestHandlers,
): Promise<Reply> {
  if (!isRequestType(type)) return { failure: 'unknown_request' }
  const parsed = z.safeParse(agentRequests[type].input, input)
  if (!parsed.success) return { issues: parsed.error.issues.map(readIssue) }
  // The table ties type and input together; indexing by a variable loses that link.
  const handle = handlers[type] as (input: unknown, session: AgentSession) => Promise<unknown>
  try {
    return { output: await handle(parsed.data, session) }
  } catch (error) {
    console.error(`An agent's request failed: ${type}`, error) // oxlint-disable-line no-console -- the only place a bug shows
    return { failure: 'failed' }
  }
}

const isRequestType = (type: string): type is AgentRequestType => Object.hasOwn(agentRequests, type)

const readIssue = (issue: z.core.$ZodIssue): { path: string; message: string } => ({
  path: issue.path.map(String).join('.'),
  message: issue.message,
})

/** The text of an event, within the limit of a message. */
export const eventText = (event: AgentEvent): string => {
  const text = JSON.stringify(event)
  if (text.length <= maxMessageLength || event.event !== 'update') return text
  return JSON.stringify({ ...event, update: withoutBulk(event.update) })
}

function boundedText(message: { id: number } & Reply): string {
  const text = JSON.stringify(message)
  if (text.length <= maxMessageLength) return text
  if ('output' in message && isUpdate(message.output)) {
    return JSON.stringify({ id: message.id, output: withoutBulk(message.output) })
  }
  return JSON.stringify({ id: message.id, failure: 'too_large' })
}

const isUpdate = (output: unknown): output is AgentUpdate =>
  typeof output === 'object' && output !== null && 'callId' in output && 'state' in output

/** What is left of an update that no message can hold: where the call stands, and why there is no more. */
function withoutBulk(update: AgentUpdate): AgentUpdate {
  const { changes: _changes, edited: _edited, result, ...rest } = update
  if (result === undefined) return { ...rest, summary: (rest.summary ?? '').slice(0, 2_048) }
  return {
    ...rest,
    summary: '',
    result: { status: 'error', message: `The result was too large to send (status ${result.status})` },
  }
}
