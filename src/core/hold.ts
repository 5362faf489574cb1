import type { CallHost } from './call-host.ts'
import { canonicalJson, sha256Hex } from './canonical-json.ts'
import { drawCard } from './card.ts'
import { cancellationOf } from './cancellation.ts'
import { isDeskFull, isShareFull, openConfirmation, showCard, showTo } from './confirmation-desk.ts'
import { createDeferred, type Deferred } from './deferred.ts'
import { agentOf, type OpenCall } from './open-call.ts'
import type { Conclusion, PendingConfirmation, PickedFiles } from './pending-confirmation.ts'
import { startRunning } from './move-call.ts'
import { previewRun } from './preview.ts'
import { redactorFor } from './call-redactor.ts'
import type { RegisteredTool } from './registered-tool.ts'
import { cancelled, refuse, type ToolResult } from './result.ts'

/** What a call may run with once nobody has anything left to say. */
export type Approved = { files: PickedFiles }

/** Ways out of the wait for a decision, by call. */
const waits = new WeakMap<OpenCall, Deferred<Approved | ToolResult>>()

/** Holds a call for the person: until a decision, its expiry, or until it makes no sense any more. */
export async function holdCall(
  call: OpenCall,
  tool: RegisteredTool,
  host: CallHost,
): Promise<Approved | ToolResult> {
  const key = sameCallKey(call)
  const rejection = host.rejections.find(key)
  if (rejection) return cancelled('operator', rejection.note)
  const same = findSame(key, host)
  if (same ? isShareFull(call, host) : isDeskFull(call, host)) {
    return refuse(
      'busy',
      'Too many calls wait for the person already. Wait for their decisions before asking for more',
    )
  }
  const wait = createDeferred<Approved | ToolResult>()
  waits.set(call, wait)
  if (same) join(call, same, host)
  else void openHold(call, tool, key, host)
  return wait.promise
}

/** A held call leaves its question; the last one takes the question with it. Nothing happens to a call that runs. */
export function leaveHold(call: OpenCall): void {
  const confirmation = call.confirmations.at(-1)
  if (confirmation && !confirmation.isOver && !confirmation.isWithinRun) {
    confirmation.members = confirmation.members.filter((member) => member !== call)
    if (confirmation.members.length === 0) confirmation.conclude({ kind: 'withdrawn' })
  }
  waits.get(call)?.resolve(cancellationOf(call))
}

const keys = new WeakMap<PendingConfirmation, string>()

const findSame = (key: string, host: CallHost): PendingConfirmation | undefined =>
  [...host.pending].find((confirmation) => !confirmation.isWithinRun && keys.get(confirmation) === key)

/** Equal calls of one agent: the same tool with the same real input. */
function sameCallKey({ request, input }: OpenCall): string {
  return sha256Hex(canonicalJson([agentOf(request), request.tool, request.undoOf ?? null, input ?? null]))
}

function join(call: OpenCall, confirmation: PendingConfirmation, host: CallHost): void {
  confirmation.members.push(call)
  call.confirmations.push(confirmation)
  showTo(call, confirmation, host)
}

async function openHold(call: OpenCall, tool: RegisteredTool, key: string, host: CallHost): Promise<void> {
  const confirmation = openConfirmation(call, tool, host, {
    isWithinRun: false,
    onConcluded: (conclusion, members) => {
      if (conclusion.kind === 'rejected') host.rejections.add(key, conclusion.note)
      concludeHold(conclusion, members, host)
    },
  })
  keys.set(confirmation, key)
  await refreshCard(confirmation, host)
}

/**
 * Draws the card of a held call anew. True when it is another one than before, or when there is none any more because
 * the preview ended the call.
 */
export async function refreshCard(confirmation: PendingConfirmation, host: CallHost): Promise<boolean> {
  const [call] = confirmation.members
  if (!call || confirmation.isOver) return true
  const { tool } = confirmation
  const turn = ++confirmation.previews
  const preview = await previewRun(tool, call.value, { signal: call.controller.signal, host })
  if (confirmation.isOver || turn !== confirmation.previews) return true
  // The call whose signal bounded the preview left; an equal one takes its place.
  if (!confirmation.members.includes(call)) return refreshCard(confirmation, host)
  if ('status' in preview) {
    endMembers(confirmation, preview)
    return true
  }
  const drawn = drawCard(call, tool, redactorFor(call, tool, host), preview)
  if (drawn.digest === confirmation.digest) return false
  const isFirst = confirmation.card === undefined
  showCard(confirmation, drawn, host)
  if (!isFirst)
    for (const { request } of confirmation.members) host.events.emit('confirm', { callId: request.callId })
  return true
}

function endMembers(confirmation: PendingConfirmation, result: ToolResult): void {
  const members = [...confirmation.members]
  confirmation.conclude({ kind: 'withdrawn' })
  for (const member of members) waits.get(member)?.resolve(result)
}

function concludeHold(conclusion: Conclusion, members: readonly OpenCall[], host: CallHost): void {
  if (conclusion.kind !== 'approved') {
    const result = resultOf(conclusion)
    if (result) for (const member of members) waits.get(member)?.resolve(result)
    return
  }
  const [first, ...others] = members
  if (!first) return
  first.isApproved = true
  if (conclusion.edit) Object.assign(first, conclusion.edit)
  // The step from held to running is the commit point: nothing decides this call again.
  startRunning(first, host)
  waits.get(first)?.resolve({ files: conclusion.files })
  for (const other of others) void follow(other, first, host)
}

async function follow(call: OpenCall, first: OpenCall, host: CallHost): Promise<void> {
  if (first.edited) call.edited = first.edited
  startRunning(call, host)
  const result = await first.settled.promise
  host.undo.addAlias(call.request.callId, first.request.callId)
  waits.get(call)?.resolve(result)
}

function resultOf(conclusion: Exclude<Conclusion, { kind: 'approved' }>): ToolResult | undefined {
  switch (conclusion.kind) {
    case 'rejected':
      return cancelled('operator', conclusion.note)
    case 'expired':
      return refuse('confirmation_expired', 'Nobody decided in time. Ask again if it is still wanted')
    case 'stale':
      return refuse('stale', conclusion.message)
    default:
      return undefined
  }
}
