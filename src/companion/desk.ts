import { randomUUID } from 'node:crypto'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { AgentRequestInput, AgentRequestOutput, AgentRequestType } from '../protocol/agent-link.ts'
import { answer, invalidAnswer } from './answers.ts'
import { LinkLost, type BrowserSession } from './browser-session.ts'
import type { Browsers, Unreachable } from './browsers.ts'
import {
  fetchedOutcome,
  lostOutcome,
  outcomeOf,
  undecidedAnswer,
  unknownOutcome,
  type Outcome,
} from './call-answers.ts'
import { readHoldMs } from './hold-limit.ts'
import { OpenCalls, type CallStart, type OpenCall } from './open-calls.ts'
import { SeenPages } from './seen-pages.ts'
import type { ToolInputs, ToolName } from './tool-inputs.ts'

/** One request of the MCP client. `report` is there when the client asked for progress. */
export type Turn = { signal: AbortSignal; startedAt: number; report?: (message: string) => void }

const reportEveryMs = 10_000
const readTries = 3
/** A read is asked again only where that leaves an answer within the time that any may take. */
const retryWithinMs = 12_000

type Handlers = { [T in ToolName]: (input: ToolInputs[T], turn: Turn) => Promise<CallToolResult> }

/** Carries out the tools of the MCP server with whatever browsers there are. */
export class Desk implements Handlers {
  readonly #browsers: Browsers
  readonly #calls: OpenCalls
  readonly #pages = new SeenPages()
  readonly #holdMs = readHoldMs()
  readonly #explain: (why: Unreachable) => CallToolResult

  constructor(browsers: Browsers, explain: (why: Unreachable) => CallToolResult) {
    this.#browsers = browsers
    this.#calls = new OpenCalls(browsers)
    this.#explain = explain
  }

  async list_pages(_input: ToolInputs['list_pages'], turn: Turn): Promise<CallToolResult> {
    const answers = await this.#askAll('pages', {}, turn)
    if (!Array.isArray(answers)) return this.#explain(answers)
    const pages = answers.flatMap(({ output }) => output.pages)
    const outcomes = answers.flatMap(({ output }) => output.outcomes)
    for (const { session, output } of answers) this.#pages.note(output.pages, session.browserKey)
    const next = pages.length === 0 ? { next: noPages } : {}
    return answer({ pages, ...(outcomes.length === 0 ? {} : { outcomes }), ...next }, pages.length > 0)
  }

  async list_tools({ page }: ToolInputs['list_tools'], turn: Turn): Promise<CallToolResult> {
    const output = await this.#askAbout(page, 'tools', { page }, turn)
    if (typeof output === 'string') return this.#explain(output)
    if ('status' in output) return answer(output, false)
    this.#pages.noteTools(page, output.tools)
    return answer(output, true)
  }

  async describe_tool(input: ToolInputs['describe_tool'], turn: Turn): Promise<CallToolResult> {
    const output = await this.#askAbout(input.page, 'describe', input, turn)
    if (typeof output === 'string') return this.#explain(output)
    if ('status' in output) return answer(output, false)
    this.#pages.noteTools(input.page, [output])
    return answer(output, true)
  }

  async call_tool({ page, tool, input, rev }: ToolInputs['call_tool'], turn: Turn): Promise<CallToolResult> {
    const session = await this.#sessionOf(page, turn)
    if (typeof session === 'string') return this.#explain(session)
    const callId = randomUUID()
    const request = { callId, page, tool, input: input ?? {}, ...(rev === undefined ? {} : { rev }) }
    const isReadOnly = this.#pages.isReadOnly(page, tool)
    return this.#carryOut({ type: 'call', input: request }, session, { isReadOnly, turn })
  }

  async undo_call({ call_id: undoOf }: ToolInputs['undo_call'], turn: Turn): Promise<CallToolResult> {
    const sessions = await this.#browsers.reach(turn.signal)
    if (typeof sessions === 'string') return this.#explain(sessions)
    const isElsewhere = sessions.length > 1 && this.#calls.browserOf(undoOf) === undefined
    if (isElsewhere) await this.#findCalls([undoOf], turn)
    const browserKey = this.#calls.browserOf(undoOf)
    const session = sessions.find((each) => each.browserKey === browserKey) ?? sessions[0]
    if (session === undefined) return this.#explain('not_connected')
    const input = { callId: randomUUID(), undoOf }
    return this.#carryOut({ type: 'undo', input }, session, { isReadOnly: false, turn })
  }

  async request_access(input: ToolInputs['request_access'], turn: Turn): Promise<CallToolResult> {
    const { origin, url, reason } = input
    if ((origin === undefined) === (url === undefined)) {
      return invalidAnswer([{ path: '', message: 'Give exactly one of origin and url' }])
    }
    const sessions = await this.#browsers.reach(turn.signal)
    if (typeof sessions === 'string') return this.#explain(sessions)
    const session = sessions.at(-1)
    if (session === undefined) return this.#explain('not_connected')
    const target = origin === undefined ? { url: url ?? '' } : { origin }
    const request = { requestId: randomUUID(), reason, ...target }
    return this.#carryOut({ type: 'access', input: request }, session, { isReadOnly: false, turn })
  }

  async await_confirmation({ ids }: ToolInputs['await_confirmation'], turn: Turn): Promise<CallToolResult> {
    const found = await this.#findCalls(ids, turn)
    if (!(found instanceof Map)) return this.#explain(found)
    const unknown = ids
      .filter((id) => !found.has(id))
      .map((id) => (this.#calls.wasLost(id) ? lostOutcome(id) : unknownOutcome(id)))
    const calls = [...new Set(found.values())]
    if (unknown.length === 0) await this.#hold(calls, turn)
    turn.signal.throwIfAborted()
    const outcomes = [...[...found].flatMap(([id, call]) => this.#fetch(id, call)), ...unknown]
    if (outcomes.length === 0) return undecidedAnswer(calls)
    const isUntrusted = outcomes.some((outcome) => outcome.isUntrusted)
    return answer({ outcomes: outcomes.map(({ content }) => content) }, isUntrusted)
  }

  /** Starts a call and holds the answer back while it may still settle. */
  async #carryOut(
    start: CallStart,
    session: BrowserSession,
    { isReadOnly, turn }: { isReadOnly: boolean; turn: Turn },
  ): Promise<CallToolResult> {
    const call = this.#calls.start(start, session, isReadOnly)
    await this.#hold([call], turn)
    if (turn.signal.aborted) {
      await this.#calls.cancel(call)
      turn.signal.throwIfAborted()
    }
    const result = this.#calls.resultOf(call)
    if (result === undefined) return undecidedAnswer([call])
    const { content, isUntrusted } = outcomeOf(call, result)
    this.#calls.close(call)
    return answer(content, isUntrusted)
  }

  async #hold(calls: OpenCall[], { signal, startedAt, report }: Turn): Promise<void> {
    const deadlineAt = startedAt + this.#holdMs
    const tell = (): void => report?.(progressOf(calls))
    const first = setTimeout(tell, 100)
    const timer = setInterval(tell, reportEveryMs)
    await this.#calls.waitForFirst(calls, deadlineAt, signal)
    clearTimeout(first)
    clearInterval(timer)
  }

  #fetch(id: string, call: OpenCall): Outcome[] {
    const result = this.#calls.resultOf(call)
    if (result === undefined) return []
    this.#calls.close(call)
    return [fetchedOutcome(id, call, result)]
  }

  /** The calls that ids stand for, by id. */
  async #findCalls(ids: string[], turn: Turn): Promise<Map<string, OpenCall> | Unreachable> {
    const answers = await this.#askAll('outcomes', { ids }, turn)
    if (!Array.isArray(answers)) return answers
    const known = answers.flatMap(({ session, output }) =>
      output.outcomes.map(({ id, update }) => ({ id, update, session })),
    )
    const calls = new Map<string, OpenCall>()
    for (const id of ids) {
      const of = known.find((each) => each.id === id && each.update !== null)
      const call = of?.update ? this.#calls.adopt(of.update, of.session) : this.#calls.find(id)
      if (call !== undefined) calls.set(id, call)
    }
    return calls
  }

  async #sessionOf(page: string, turn: Turn): Promise<BrowserSession | Unreachable> {
    const sessions = await this.#browsers.reach(turn.signal)
    if (typeof sessions === 'string') return sessions
    if (sessions.length > 1 && this.#pages.browserOf(page) === undefined) await this.list_pages({}, turn)
    const browserKey = this.#pages.browserOf(page)
    const owner = sessions.find((session) => session.browserKey === browserKey) ?? sessions[0]
    return owner ?? 'not_connected'
  }

  async #askAbout<T extends AgentRequestType>(
    page: string,
    type: T,
    input: AgentRequestInput<T>,
    turn: Turn,
  ): Promise<AgentRequestOutput<T> | Unreachable> {
    const answered = await retried(async () => {
      const session = await this.#sessionOf(page, turn)
      return typeof session === 'string' ? session : { output: await session.request(type, input) }
    }, turn)
    return typeof answered === 'string' ? answered : answered.output
  }

  #askAll<T extends AgentRequestType>(
    type: T,
    input: AgentRequestInput<T>,
    turn: Turn,
  ): Promise<{ session: BrowserSession; output: AgentRequestOutput<T> }[] | Unreachable> {
    return retried(async () => {
      const sessions = await this.#browsers.reach(turn.signal)
      if (typeof sessions === 'string') return sessions
      return Promise.all(
        sessions.map(async (session) => ({ session, output: await session.request(type, input) })),
      )
    }, turn)
  }
}

const noPages =
  'No page is shared. Ask the person to share one (Countersign popup, Share this tab), or call request_access.'

function progressOf(calls: OpenCall[]): string {
  return calls.some(({ update }) => update?.state === 'held')
    ? 'Waiting for the person to approve or reject in Countersign'
    : 'Running'
}

/** Reads do no harm twice: asked again when the connection broke before the answer. */
async function retried<T>(ask: () => Promise<T>, { startedAt }: Turn): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask()
    } catch (error) {
      const isLate = tries >= readTries || Date.now() - startedAt > retryWithinMs
      if (!(error instanceof LinkLost) || isLate) throw error
    }
  }
}
