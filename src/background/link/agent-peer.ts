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
  send(message: FromBrowser): void
  agents: LinkAgents
  handlers: AgentRequestHandlers
  onSession(change: { type: 'opened' | 'closed'; session: AgentSession }): void
  onChange(): void
}

export type CodeOutcome = 'matched' | 'missed' | 'silent'
export type AgentPeer = ReturnType<typeof createAgentPeer>

type Handshake = {
  hello: BrowserHello
  own: CryptoKeyPair
  code?: string
  settleCode?: (outcome: CodeOutcome) => void
}
type Proven = { keys: SessionKeys; transcript: Bytes; label: AgentLabel; isPairing: boolean }
type State =
  | { step: 'idle' }
  | { step: 'greeted'; handshake: Handshake }
  | { step: 'waiting'; label: AgentLabel; since: number }
  | { step: 'proving'; proven: Proven }
  | { step: 'sealed'; proven: Proven; channel: Channel }
  | { step: 'open'; channel: Channel; session: AgentSession; answer: (text: string) => void }
type Channel = { send(text: string): void; open(data: string): Promise<string> }

/**
 * One agent's connection as the browser sees it through a hub: greets it, proves the secret that both hold or makes
 * one from a typed code, then answers its sealed requests. Whatever does not fit ends the handshake or the session.
 */
export function createAgentPeer(options: AgentPeerOptions) {
  let state: State = { step: 'idle' }
  let last: Promise<void> = Promise.resolve()

  const become = (next: State): void => {
    const before = state
    state = next
    if (before.step === 'greeted' && next.step !== 'greeted') before.handshake.settleCode?.('silent')
    if (before.step === 'open' && next.step !== 'open') {
      options.onSession({ type: 'closed', session: before.session })
    }
    options.onChange()
  }

  const greet = async (code?: string, settleCode?: (outcome: CodeOutcome) => void): Promise<void> => {
    const own = await createEphemeralKey()
    const hello: BrowserHello = {
      kind: 'hello',
      protocol: 1,
      purpose: code === undefined ? 'meet' : 'pair',
      key: await publicKeyOf(own),
      nonce: randomBase64(32),
    }
    const handshake: Handshake = { hello, own }
    if (code !== undefined) handshake.code = code
    if (settleCode !== undefined) handshake.settleCode = settleCode
    become({ step: 'greeted', handshake })
    options.send(hello)
  }

  const meetAgent = async (hello: AgentHello, { own, hello: said }: Handshake): Promise<void> => {
    const label = labelOf(hello)
    const secret = await options.agents.findSecret(hello.agentId)
    const keyId = secret === undefined ? undefined : await keyIdOf(secret)
    if (secret === undefined || keyId === undefined || !hello.keyIds.includes(keyId)) {
      become({ step: 'waiting', label, since: Date.now() })
      options.send({ kind: 'unknown' })
      return
    }
    const transcript = await transcriptOf(said, hello, { port: options.port, keyId })
    const keys = await deriveSessionKeys(own, hello.key, fromBase64(secret), transcript)
    become({ step: 'proving', proven: { keys, transcript, label, isPairing: false } })
    options.send({ kind: 'proof', keyId, proof: await proveAs('browser', keys, transcript) })
  }

  const pairWith = async (hello: AgentHello, handshake: Handshake): Promise<void> => {
    const label = labelOf(hello)
    const stretched = await stretchCode(handshake.code ?? '', handshake.hello.nonce, hello.nonce)
    const transcript = await transcriptOf(handshake.hello, hello, { port: options.port })
    const keys = await deriveSessionKeys(handshake.own, hello.key, stretched, transcript)
    const isKnown = hello.proof !== undefined && (await isProofOf('agent', keys, transcript, hello.proof))
    const settleCode = handshake.settleCode
    delete handshake.settleCode
    if (!isKnown) {
      become({ step: 'waiting', label, since: Date.now() })
      settleCode?.('missed')
      return
    }
    const proof = await proveAs('browser', keys, transcript)
    become(sealedState({ keys, transcript, label, isPairing: true }))
    options.send({ kind: 'proof', proof })
    settleCode?.('matched')
  }

  const sealedState = (proven: Proven): State => {
    const seal = createSealer(proven.keys.frames.browser)
    const channel: Channel = {
      send: (text) => void seal(text).then((data) => options.send({ kind: 'sealed', data })),
      open: createOpener(proven.keys.frames.agent),
    }
    return { step: 'sealed', proven, channel }
  }

  const openSession = async (
    text: string,
    { proven, channel }: State & { step: 'sealed' },
  ): Promise<void> => {
    const message = parseMessage(text, readySchema, maxMessageLength)
    if (message === undefined) throw new Error('No ready message')
    const { label, isPairing, keys } = proven
    const { folder, sessionId } = message.ready
    if (isPairing) await options.agents.onPaired({ ...label, folder, secret: keys.agentSecret })
    if (await options.agents.isBlocked(label.agentId)) {
      channel.send(eventText({ event: 'blocked' }))
      become({ step: 'idle' })
      return
    }
    const session = { ...label, folder, sessionId, openedAt: Date.now(), port: options.port }
    const answer = createRequestAnswerer(session, options.handlers, channel.send)
    become({ step: 'open', channel, session, answer })
    if (isPairing) channel.send(eventText({ event: 'paired' }))
    options.onSession({ type: 'opened', session })
  }

  const onHello = async (hello: AgentHello): Promise<void> => {
    if (state.step !== 'greeted' || state.handshake.hello.nonce !== hello.replyTo) return
    await (state.handshake.code === undefined ? meetAgent : pairWith)(hello, state.handshake)
  }

  const onProof = async (proof: string): Promise<void> => {
    if (state.step !== 'proving') return
    const { proven } = state
    if (!(await isProofOf('agent', proven.keys, proven.transcript, proof))) throw new Error('Wrong proof')
    become(sealedState(proven))
  }

  const onSealed = async (data: string): Promise<void> => {
    if (state.step === 'sealed') await openSession(await state.channel.open(data), state)
    else if (state.step === 'open') {
      const { answer, channel } = state
      answer(await channel.open(data))
    }
  }

  const handle = async (message: FromAgent): Promise<void> => {
    if (message.kind === 'hello') await onHello(message)
    else if (message.kind === 'proof') await onProof(message.proof)
    else if (message.kind === 'sealed') await onSealed(message.data)
    else if (state.step === 'greeted' && state.handshake.hello.nonce === message.replyTo) {
      become({ step: 'idle' })
    }
  }

  const receive = (data: string): void => {
    last = last.then(async () => {
      const message = parseMessage(data, fromAgentSchema, maxFrameBytes)
      try {
        if (message !== undefined) await handle(message)
      } catch {
        become({ step: 'idle' })
      }
    })
  }

  return {
    receive,
    /** Starts over: who it is, and whether both hold a secret. */
    meet: (): Promise<void> => greet(),
    /** Tries a typed code on this agent. `missed` is known here alone: the agent is told by `miss`. */
    tryCode: (code: string, timeoutMs: number): Promise<CodeOutcome> =>
      new Promise((resolve) => {
        const timer = setTimeout(() => resolve('silent'), timeoutMs)
        void greet(code, (outcome) => {
          clearTimeout(timer)
          resolve(outcome)
        })
      }),
    tellMiss: (): void => options.send({ kind: 'miss' }),
    send(event: AgentEvent): boolean {
      if (state.step !== 'open') return false
      state.channel.send(eventText(event))
      return true
    },
    close: (): void => become({ step: 'idle' }),
    get session(): AgentSession | undefined {
      return state.step === 'open' ? state.session : undefined
    },
    get waiting(): (AgentLabel & { since: number }) | undefined {
      return state.step === 'waiting' ? { ...state.label, since: state.since } : undefined
    },
    get isIdle(): boolean {
      return state.step === 'idle'
    },
  }
}

const labelOf = ({ agentId, name, client }: AgentHello): AgentLabel => ({ agentId, name, client })
