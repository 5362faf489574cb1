import { refuse, type ToolResult } from '../core/result.ts'
import type { Caller } from '../core/tool.ts'
import { sendToDocument } from '../protocol/send.ts'
import type { OpenCall, ShownAgent } from '../store/pending-confirmations.ts'
import { isPaused, readSettings } from '../store/settings.ts'
import { undoableCalls, type UndoableCall } from '../store/undoable-calls.ts'
import { settleIfLeft } from './call-ending.ts'
import { recordSent, settleCall, takeSettled } from './call-records.ts'
import { isKnown } from './relay.ts'
import { findPage } from './sharing.ts'

export type UndoOrder = { callId: string; undoOf: string; caller: Caller; agent: ShownAgent | null }

const unavailable = refuse(
  'undo_unavailable',
  'This call cannot be undone: it changed nothing, was undone already, or its page was left.',
)

/** An undo is a call of its own. null: it was started. An agent may undo only its own calls. */
export async function startUndo(order: UndoOrder): Promise<ToolResult | null> {
  if (await isKnown(order)) return null
  const original = await undoableCalls.find(order.undoOf)
  if (!original || !(await mayUndo(order, original))) return unavailable
  if (order.agent && (await isPaused.read())) {
    return refuse('paused', 'The person has paused all agents. Ask them to resume.')
  }
  const call = openCallFor(order, original)
  await recordSent(call)
  await dispatch(call, order.agent && original.isAsking ? 'hold' : 'run')
  return null
}

async function dispatch(call: OpenCall, decision: 'run' | 'hold'): Promise<void> {
  const answer = await sendToDocument(call, 'call.start', {
    callId: call.callId,
    caller: call.caller,
    agentId: call.agent?.agentId ?? null,
    tool: call.bareTool,
    input: undefined,
    decision,
    confirmationTtlMs: (await readSettings()).confirmationTtlMs,
    ...(call.undoOf === undefined ? {} : { undoOf: call.undoOf }),
  })
  if (!answer.ok) await (answer.reason === 'timeout' ? settleIfLeft(call) : settleCall(call, unavailable))
  else if (typeof answer.value === 'object') await takeSettled(call, answer.value)
}

const mayUndo = async ({ agent }: UndoOrder, original: UndoableCall): Promise<boolean> =>
  (agent === null || original.agentId === agent.agentId) && isShown(original)

/** Its document is the one in front, in a page that is shared. */
const isShown = async ({ page, documentId }: UndoableCall): Promise<boolean> => {
  const share = await findPage(page)
  return (
    share?.suspendedAt === undefined &&
    share?.frames.some((frame) => frame.documentId === documentId) === true
  )
}

const openCallFor = (order: UndoOrder, original: UndoableCall): OpenCall => ({
  callId: order.callId,
  caller: order.caller,
  agent: order.agent,
  page: original.page,
  tabId: original.tabId,
  frameId: original.frameId,
  documentId: original.documentId,
  origin: original.origin,
  topOrigin: original.topOrigin,
  tool: original.tool,
  bareTool: original.bareTool,
  title: original.title,
  kind: 'page',
  isReadOnly: false,
  isConsequential: false,
  isUntrusted: true,
  definitionHash: '',
  state: 'sent',
  createdAt: Date.now(),
  decidedBy: order.agent ? 'hints' : 'person',
  undoOf: order.undoOf,
  remember: ['once'],
  isIncognito: original.isIncognito,
})
