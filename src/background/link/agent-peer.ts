import { maxFrameBytes, maxMessageLength, readySchema, type AgentEvent } from '../../protocol/agent-link.ts'
import { fromBase64, randomBase64, type Bytes } from '../../protocol/agent-link-bytes.ts'
import {
  createEphemeralKey,
  deriveSessionKeys,
  fromAgentSchema,
  isProofOf,
  keyIdOf,
  proveAs,
  publicKeyOf,
  stretchCode,
  transcriptOf,
  type AgentHello,
  type BrowserHello,
  type FromAgent,
  type FromBrowser,
  type SessionKeys,
} from '../../protocol/agent-link-handshake.ts'
import { parseMessage } from '../../protocol/agent-link-json.ts'
import { createOpener, createSealer } from '../../protocol/agent-link-seal.ts'
import {
  createRequestAnswerer,
  eventText,
  type AgentRequestHandlers,
  type AgentSession,
} from './agent-session.ts'
import { Hearing } from './hearing.ts'

/** What the browser keeps of agents. */
export type LinkAgents = {
  /** Base64 of 32 bytes, as `onPaired` gave it. */
  findSecret(agentId: string): Promise<string | undefined>
  isBlocked(agentId: string): Promise<boolean>
  /** The session opens once this is resolved. */
  onPaired(agent: PairedAgent): Promise<void>
}
export type PairedAgent = { agentId: string; name: string; client: string; secret: string; folder: string }

/** An agent as it names itself; nothing of it is proved while it only waits. */
export type AgentLabel = { agentId: string; name: string; client: string }

export type AgentPeerOptions = {
  port: number
  send: (message: FromBrowser) => void
  agents: LinkAgents
  handlers: AgentRequestHandlers
  onSession(change: { type: 'opened' | 'closed'; session: AgentSession }): void
  onChange(): void
}

export type CodeOutcome = 'matched' | 'missed' | 'silent'

type Handshake = {
  hello: BrowserHello
  own: CryptoKeyPair
  code?: string
  settleCode?: (outcome: CodeOutcome) => void
}
type Proven = { keys: SessionKeys; transcript: Bytes; label: AgentLabel; isPairing: boolean }
type Channel = { send: (text: string) => void; open: (data: string) => Promise<string> }
type State =
  | { step: 'idle'; retryAt: number; blocked?: AgentLabel }
  | { step: 'greeted'; handshake: Handshake }
  | { step: 'waiting'; label: AgentLabel; since: number }
  | { step: 'proving'; proven: Proven }
  | { step: 'sealed'; proven: Proven; channel: Channel }
  | { step: 'open'; channel: Channel; session: AgentSession; answer: (text: string) => void }

const retryAfterFaultMs = 5_000
const retryAfterBlockMs = 30_000

/**
 * One agent's connection as the browser sees it through a hub: greets it, proves the secret that both hold or makes
 * one from a typed code, then answers its sealed requests. Whatever does not fit ends the handshake or the session.
 */
export class AgentPeer {
  readonly #options: AgentPeerOptions
  #state: State = { step: 'idle', retryAt: 0 }
  #last: Promise<void> = Promise.resolve()
  readonly #hearing = new Hearing()

  constructor(options: AgentPeerOptions) {
    this.#options = options
  }

  get session(): AgentSession | undefined {
    return this.#state.step === 'open' ? this.#state.session : undefined
  }

  get waiting(): (AgentLabel & { since: number }) | undefined {
    return this.#state.step === 'waiting' ? { ...this.#state.label, since: this.#state.since } : undefined
  }

  /** The agent at the other end, connected or not; undefined as long as it has not named itself. */
  get agentId(): string | undefined {
    const state = this.#state
    if (state.step === 'idle') return state.blocked?.agentId
    return (this.session ?? this.waiting)?.agentId
  }

  isDueAt(now: number): boolean {
    return this.#state.step === 'idle' && this.#state.retryAt <= now
  }

  /** Starts over: who it is, and whether both hold a secret. */
  meet(): Promise<void> {
    return this.#greet({})
  }

  /** Tries a typed code on this agent. Of a miss the agent knows nothing before `tellMiss`. */
  tryCode(code: string, timeoutMs: number): Promise<CodeOutcome> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve('silent'), timeoutMs)
      const settleCode = (outcome: CodeOutcome): void => {
        clearTimeout(timer)
        resolve(outcome)
      }
      void this.#greet({ code, settleCode })
    })
  }

  tellMiss(): void {
    this.#options.send({ kind: 'miss' })
  }

  send(event: AgentEvent): boolean {
    if (this.#state.step !== 'open') return false
    this.#state.channel.send(eventText(event))
    return true
  }

  /** Whether the agent of an open session is there: asked now, and answered within the time. */
  async answers(timeoutMs: number): Promise<boolean> {
    return this.send({ event: 'ping' }) && this.#hearing.next(timeoutMs)
  }

  close(): void {
    this.#become({ step: 'idle', retryAt: 0 })
  }

  /** One message of the agent, as the hub relayed it. Messages are handled one after another. */
  receive(data: string): void {
    this.#last = this.#last.then(async () => {
      const message = parseMessage(data, fromAgentSchema, maxFrameBytes)
      try {
        if (message !== undefined) await this.#handle(message)
      } catch {
        this.#become({ step: 'idle', retryAt: Date.now() + retryAfterFaultMs })
      }
    })
  }

  async #handle(message: FromAgent): Promise<void> {
    const state = this.#state
    if (message.kind === 'hello') await this.#onHello(message)
    else if (message.kind === 'proof') await this.#onProof(message.proof)
    else if (message.kind === 'sealed') await this.#onSealed(message.data)
    else if (state.step === 'greeted' && state.handshake.hello.nonce === message.replyTo) {
      this.#become({ step: 'idle', retryAt: Date.now() + retryAfterFaultMs })
    }
  }

  async #greet(attempt: Pick<Handshake, 'code' | 'settleCode'>): Promise<void> {
    const own = await createEphemeralKey()
    const hello: BrowserHello = {
      kind: 'hello',
      protocol: 1,
      purpose: attempt.code === undefined ? 'meet' : 'pair',
      key: await publicKeyOf(own),
      nonce: randomBase64(32),
    }
    this.#become({ step: 'greeted', handshake: { ...attempt, hello, own } })
    this.#options.send(hello)
  }

  async #onHello(hello: AgentHello): Promise<void> {
    const state = this.#state
    if (state.step !== 'greeted' || state.handshake.hello.nonce !== hello.replyTo) return
    if (state.handshake.code === undefined) await this.#meetAgent(hello, state)
    else await this.#pairWith(hello, state, state.handshake.code)
  }

  async #meetAgent(hello: AgentHello, from: State & { step: 'greeted' }): Promise<void> {
    const { own, hello: said } = from.handshake
    const label = labelOf(hello)
    const secret = await this.#options.agents.findSecret(hello.agentId)
    const keyId = secret === undefined ? '' : await keyIdOf(secret)
    if (secret === undefined || !hello.keyIds.includes(keyId)) {
      const isWaiting = this.#advance(from, { step: 'waiting', label, since: Date.now() })
      if (isWaiting) this.#options.send({ kind: 'unknown' })
      return
    }
    const transcript = await transcriptOf(said, hello, { port: this.#options.port, keyId })
    const keys = await deriveSessionKeys(own, hello.key, fromBase64(secret), transcript)
    const proof = await proveAs('browser', keys, transcript)
    const proven = { keys, transcript, label, isPairing: false }
    if (this.#advance(from, { step: 'proving', proven })) this.#options.send({ kind: 'proof', keyId, proof })
  }

  async #pairWith(hello: AgentHello, from: State & { step: 'greeted' }, code: string): Promise<void> {
    const { own, hello: said, settleCode } = from.handshake
    const label = labelOf(hello)
    const stretched = await stretchCode(code, said.nonce, hello.nonce)
    const transcript = await transcriptOf(said, hello, { port: this.#options.port })
    const keys = await deriveSessionKeys(own, hello.key, stretched, transcript)
    const isKnown = hello.proof !== undefined && (await isProofOf('agent', keys, transcript, hello.proof))
    const proof = await proveAs('browser', keys, transcript)
    settleCode?.(isKnown ? 'matched' : 'missed')
    if (!isKnown) {
      this.#advance(from, { step: 'waiting', label, since: Date.now() })
      return
    }
    const next = sealedState({ keys, transcript, label, isPairing: true }, this.#options.send)
    if (this.#advance(from, next)) this.#options.send({ kind: 'proof', proof })
  }

  async #onProof(proof: string): Promise<void> {
    const state = this.#state
    if (state.step !== 'proving') return
    const { keys, transcript } = state.proven
    if (!(await isProofOf('agent', keys, transcript, proof))) throw new Error('Wrong proof')
    this.#advance(state, sealedState(state.proven, this.#options.send))
  }

  async #onSealed(data: string): Promise<void> {
    const state = this.#state
    if (state.step === 'sealed') await this.#openSession(await state.channel.open(data), state)
    else if (state.step === 'open') {
      const text = await state.channel.open(data)
      this.#hearing.hear()
      state.answer(text)
    }
  }

  async #openSession(text: string, from: State & { step: 'sealed' }): Promise<void> {
    const { proven, channel } = from
    const { agents, port, handlers } = this.#options
    const message = parseMessage(text, readySchema, maxMessageLength)
    if (message === undefined) throw new Error('No ready message')
    const { folder, sessionId } = message.ready
    if (proven.isPairing) {
      await agents.onPaired({ ...proven.label, folder, secret: proven.keys.agentSecret })
    }
    if (await agents.isBlocked(proven.label.agentId)) {
      channel.send(eventText({ event: 'blocked' }))
      this.#advance(from, {
        step: 'idle',
        retryAt: Date.now() + retryAfterBlockMs,
        blocked: proven.label,
      })
      return
    }
    const session = { ...proven.label, folder, sessionId, openedAt: Date.now(), port }
    const answer = createRequestAnswerer(session, handlers, channel.send)
    if (!this.#advance(from, { step: 'open', channel, session, answer })) return
    if (proven.isPairing) channel.send(eventText({ event: 'paired' }))
    this.#options.onSession({ type: 'opened', session })
  }

  /** Moves on unless the connection was closed or started over meanwhile; says whether it did. */
  #advance(from: State, to: State): boolean {
    if (this.#state !== from) return false
    this.#become(to)
    return true
  }

  #become(next: State): void {
    const before = this.#state
    this.#state = next
    if (before.step === 'greeted') before.handshake.settleCode?.('silent')
    if (before.step === 'open') this.#options.onSession({ type: 'closed', session: before.session })
    this.#options.onChange()
  }
}

function sealedState(proven: Proven, send: (message: FromBrowser) => void): State {
  const seal = createSealer(proven.keys.frames.browser)
  const channel: Channel = {
    send: (text) => void seal(text).then((data) => send({ kind: 'sealed', data })),
    open: createOpener(proven.keys.frames.agent),
  }
  return { step: 'sealed', proven, channel }
}

const labelOf = ({ agentId, name, client }: AgentHello): AgentLabel => ({ agentId, name, client })
