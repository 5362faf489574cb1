import { EventEmitter, once } from 'node:events'
import type { ToolResult } from '../core/result.ts'
import type { AgentRequestInput, AgentUpdate } from '../protocol/agent-link.ts'
import { LinkLost, RequestFailed, type BrowserSession } from './browser-session.ts'
import type { Browsers } from './browsers.ts'

export type CallStart =
  | { type: 'call'; input: AgentRequestInput<'call'> }
  | { type: 'undo'; input: AgentRequestInput<'undo'> }
  | { type: 'access'; input: AgentRequestInput<'access'> }

export type OpenCall = {
  /** The browser may answer that this is the same as an earlier one, which then counts. */
  callId: string
  browserKey: string
  /** Absent for a call that an earlier process made. */
  start?: CallStart
  isReadOnly: boolean
  /** The last that was heard of it. */
  update?: AgentUpdate
  /** Since when, in epoch milliseconds, its browser can not be asked. */
  lostAt?: number
  /** The agent was given its confirm id. */
  isDisclosed: boolean
  /** How often a wait for it ended without a decision. */
  undecidedWaits: number
}

export const lostMessage = 'The connection was lost before the result arrived; the outcome is unknown'

/** How long a connection may take to come back before a call that was sent counts as lost. */
const returnMs = 10_000
const maxOpenCalls = 1_000
const idsAtOnce = 100

/**
 * The calls of this process whose outcome the agent has not been given. Their browser is asked again whenever it comes
 * back; a write that may have arrived is never sent twice.
 */
export class OpenCalls extends EventEmitter<{ change: [] }> {
  readonly #browsers: Browsers
  readonly #calls = new Set<OpenCall>()
  /** Which browser each call was made in, also after its outcome was given. */
  readonly #madeIn = new Map<string, string>()
  /** Calls whose outcome the agent was told to be unknown. */
  readonly #lost = new Set<string>()
  /** Calls that the agent gave up on, and whose browser has not been told. */
  readonly #givenUp = new Set<OpenCall>()

  constructor(browsers: Browsers) {
    super()
    this.setMaxListeners(0)
    this.#browsers = browsers
    browsers.on('update', (update) => this.#apply(update))
    browsers.on('opened', (session) => {
      void this.#askAgain(session)
      this.#tellGivenUp(session)
    })
    browsers.on('closed', ({ browserKey }) => this.#loseSight(browserKey))
  }

  start(start: CallStart, session: BrowserSession, isReadOnly: boolean): OpenCall {
    const callId = start.type === 'access' ? start.input.requestId : start.input.callId
    const call = this.#add({ callId, browserKey: session.browserKey, start, isReadOnly })
    void this.#dispatch(call, start, session)
    return call
  }

  /** A call known by what its browser says of it, made perhaps by an earlier process of this agent. */
  adopt(update: AgentUpdate, session: BrowserSession): OpenCall {
    const known = this.find(update.callId)
    const call =
      known ??
      this.#add({
        callId: update.callId,
        browserKey: session.browserKey,
        isReadOnly: update.isReadOnly ?? false,
      })
    this.#apply(update)
    return call
  }

  browserOf(callId: string): string | undefined {
    return this.#madeIn.get(callId)
  }

  /** The agent was told that its outcome is unknown, and it has not turned up since. */
  wasLost(callId: string): boolean {
    return this.#lost.has(callId)
  }

  find(id: string): OpenCall | undefined {
    return [...this.#calls].find(({ callId, update }) => callId === id || update?.confirmId === id)
  }

  /** Resolves once one of them is settled or lost, at the deadline, or when the signal aborts. */
  async waitForFirst(calls: OpenCall[], deadlineAt: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && Date.now() < deadlineAt && !calls.some((call) => this.isOver(call))) {
      const lostBy = calls.flatMap(({ lostAt }) => (lostAt === undefined ? [] : lostAt + returnMs))
      const wakeAt = Math.min(deadlineAt, ...lostBy)
      const timeout = AbortSignal.timeout(Math.max(1, wakeAt - Date.now()))
      const until = AbortSignal.any([signal, timeout])
      await once(this, 'change', { signal: until }).catch(() => undefined)
    }
  }

  /** The outcome, once there is one. */
  resultOf({ update, lostAt }: OpenCall): ToolResult | undefined {
    if (update?.state === 'settled') return update.result ?? { status: 'error', message: 'Tool failed' }
    const isLost = lostAt !== undefined && Date.now() >= lostAt + returnMs && update?.state !== 'held'
    return isLost ? { status: 'error', message: lostMessage } : undefined
  }

  isOver(call: OpenCall): boolean {
    return this.resultOf(call) !== undefined
  }

  /** The agent has its outcome. */
  close(call: OpenCall): void {
    this.#calls.delete(call)
    const isSettled = call.update?.state === 'settled'
    if (isSettled) this.#lost.delete(call.callId)
    else this.#lost.add(call.callId)
    dropOldest(this.#lost)
    const session = this.#browsers.findSession(call.browserKey)
    if (isSettled) session?.request('acknowledge', { callIds: [call.callId] }).catch(() => undefined)
  }

  /** The agent gave up on it: withdraws it where nobody can have decided or changed anything. */
  async cancel(call: OpenCall): Promise<void> {
    this.#calls.delete(call)
    if (this.isOver(call) || this.find(call.callId) !== undefined) return
    this.#givenUp.add(call)
    dropOldest(this.#givenUp)
    const session = this.#browsers.findSession(call.browserKey)
    if (session !== undefined) await this.#giveUp(call, session)
  }

  /** A browser that goes away meanwhile is told when it is back. */
  async #giveUp(call: OpenCall, session: BrowserSession): Promise<void> {
    const { callId, isDisclosed } = call
    const isLost = await session.request('cancel', { callId, isDisclosed }).then(
      () => false,
      (error) => error instanceof LinkLost,
    )
    if (!isLost) this.#givenUp.delete(call)
  }

  #tellGivenUp(session: BrowserSession): void {
    for (const call of this.#givenUp)
      if (call.browserKey === session.browserKey) void this.#giveUp(call, session)
  }

  #add(call: Omit<OpenCall, 'isDisclosed' | 'undecidedWaits'>): OpenCall {
    const added: OpenCall = { ...call, isDisclosed: false, undecidedWaits: 0 }
    this.#calls.add(added)
    this.#madeIn.set(call.callId, call.browserKey)
    dropOldest(this.#calls)
    dropOldest(this.#madeIn)
    return added
  }

  async #dispatch(call: OpenCall, { type, input }: CallStart, session: BrowserSession): Promise<void> {
    try {
      const update = await session.request(type, input)
      call.callId = update.callId
      this.#apply(update)
    } catch (error) {
      if (error instanceof LinkLost) {
        this.#onDispatchLost(call)
        return
      }
      const message = error instanceof RequestFailed ? error.message : 'Tool failed'
      this.#apply({ callId: call.callId, state: 'settled', result: failureResult(message) })
    }
  }

  /** The connection may be back already, in which case nobody else asks. */
  #onDispatchLost(call: OpenCall): void {
    call.lostAt ??= Date.now()
    this.emit('change')
    const session = this.#browsers.findSession(call.browserKey)
    if (session !== undefined) void this.#askAgain(session)
  }

  #apply(update: AgentUpdate): void {
    for (const call of this.#calls) {
      if (call.callId !== update.callId || call.update?.state === 'settled') continue
      call.update = update
      if (update.isReadOnly !== undefined) call.isReadOnly = update.isReadOnly
      delete call.lostAt
    }
    this.emit('change')
  }

  #loseSight(browserKey: string): void {
    if (this.#browsers.findSession(browserKey) !== undefined) return
    for (const call of this.#unsettledOf(browserKey)) call.lostAt = Date.now()
    this.emit('change')
  }

  async #askAgain(session: BrowserSession): Promise<void> {
    const calls = this.#unsettledOf(session.browserKey)
    for (let at = 0; at < calls.length; at += idsAtOnce) {
      const some = calls.slice(at, at + idsAtOnce)
      const ids = some.map(({ callId }) => callId)
      const answer = await session.request('outcomes', { ids }).catch(() => undefined)
      for (const { id, update } of answer?.outcomes ?? []) {
        const call = this.find(id)
        if (update !== null) this.#apply({ ...update, callId: id })
        else if (call !== undefined) this.#onForgotten(call, session)
      }
    }
  }

  /** The browser knows nothing of a call: it never arrived there, or the browser was started anew. */
  #onForgotten(call: OpenCall, session: BrowserSession): void {
    if (call.lostAt === undefined) return
    const { callId, start, isReadOnly, update } = call
    if (start !== undefined && isReadOnly) {
      delete call.lostAt
      void this.#dispatch(call, start, session)
    } else if (update?.state === 'held') {
      this.#apply({ callId, state: 'settled', result: { status: 'cancelled', by: 'signal' } })
    } else {
      call.lostAt = -Infinity
      this.emit('change')
    }
  }

  #unsettledOf(browserKey: string): OpenCall[] {
    return [...this.#calls].filter(
      (call) => call.browserKey === browserKey && call.update?.state !== 'settled',
    )
  }
}

function dropOldest<T>(all: Pick<Set<T>, 'size' | 'delete' | 'keys'>): void {
  for (const oldest of all.keys()) {
    if (all.size <= maxOpenCalls) return
    all.delete(oldest)
  }
}

const failureResult = (failure: string): ToolResult =>
  failure === 'busy'
    ? { status: 'refused', code: 'busy', message: 'Too many calls at once. Wait for some to finish' }
    : { status: 'error', message: 'Tool failed' }
