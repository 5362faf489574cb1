import { maxFrameBytes } from '../protocol/agent-link.ts'
import { fromBase64, randomBase64, type Bytes } from '../protocol/agent-link-bytes.ts'
import {
  createEphemeralKey,
  deriveSessionKeys,
  fromBrowserSchema,
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
} from '../protocol/agent-link-handshake.ts'
import { parseMessage } from '../protocol/agent-link-json.ts'
import { createOpener, createSealer } from '../protocol/agent-link-seal.ts'
import type { AgentKeys } from './home.ts'
import type { PairingCode } from './pairing-code.ts'

/** What one process knows of itself. The keys are read anew each time: another process may have paired meanwhile. */
export type AgentSelf = {
  sessionId: string
  folder: string
  readKeys: () => Promise<AgentKeys>
  addSecret: (secret: string) => Promise<void>
  code: PairingCode
}

export type Opened = { browserKey: string; isPairing: boolean; send: (text: string) => void }

export type BrowserPeerOptions = {
  port: number
  self: AgentSelf
  send: (message: FromAgent) => void
  onOpened: (opened: Opened) => void
  onMessage: (text: string) => void
  /** The session, if there was one, is over. */
  onClosed: () => void
  /** This browser holds no secret of this agent. */
  onUnknown: () => void
}

type Greeted = { hello: BrowserHello; own: CryptoKeyPair; said: Omit<AgentHello, 'proof'>; keys: AgentKeys }
type State =
  | { step: 'idle' }
  | { step: 'greeted'; greeted: Greeted }
  | { step: 'pairing'; code: string; session: SessionKeys; transcript: Bytes }
  | { step: 'open'; open: (data: string) => Promise<string> }

/** One browser's connection as the agent sees it: it answers the browser's greeting and proves itself in turn. */
export class BrowserPeer {
  readonly #options: BrowserPeerOptions
  #state: State = { step: 'idle' }
  #last: Promise<void> = Promise.resolve()
  #isGone = false

  constructor(options: BrowserPeerOptions) {
    this.#options = options
  }

  receive(data: string): void {
    this.#last = this.#last.then(async () => {
      const message = parseMessage(data, fromBrowserSchema, maxFrameBytes)
      try {
        if (message !== undefined && !this.#isGone) await this.#handle(message)
      } catch {
        this.#become({ step: 'idle' })
      }
    })
  }

  /** The browser left the hub, or the hub is gone. */
  close(): void {
    this.#isGone = true
    this.#become({ step: 'idle' })
  }

  async #handle(message: FromBrowser): Promise<void> {
    const state = this.#state
    if (message.kind === 'hello') await this.#onHello(message)
    else if (message.kind === 'proof') await this.#onProof(message.proof, message.keyId)
    else if (message.kind === 'sealed' && state.step === 'open') {
      this.#options.onMessage(await state.open(message.data))
    } else if (message.kind === 'unknown' && state.step === 'greeted') {
      this.#become({ step: 'idle' })
      this.#options.onUnknown()
    } else if (message.kind === 'miss' && state.step === 'pairing') this.#miss(state.code)
  }

  async #onHello(hello: BrowserHello): Promise<void> {
    this.#become({ step: 'idle' })
    const keys = await this.#options.self.readKeys()
    const own = await createEphemeralKey()
    const { agentId, name, client } = keys
    const said: Omit<AgentHello, 'proof'> = {
      kind: 'hello',
      protocol: 1,
      replyTo: hello.nonce,
      agentId,
      name,
      client,
      key: await publicKeyOf(own),
      nonce: randomBase64(32),
      keyIds: await Promise.all(keys.secrets.map(({ secret }) => keyIdOf(secret))),
    }
    const greeted = { hello, own, said, keys }
    if (hello.purpose === 'pair') await this.#offerPairing(greeted)
    else {
      this.#become({ step: 'greeted', greeted })
      this.#send(said)
    }
  }

  async #offerPairing({ hello, own, said }: Greeted): Promise<void> {
    const code = this.#options.self.code.takeProof()
    if (code === undefined) {
      this.#send({ kind: 'busy', replyTo: hello.nonce })
      return
    }
    const transcript = await transcriptOf(hello, said, { port: this.#options.port })
    const stretched = await inTurn(() => stretchCode(code, hello.nonce, said.nonce))
    const session = await deriveSessionKeys(own, hello.key, stretched, transcript)
    this.#become({ step: 'pairing', code, session, transcript })
    this.#send({ ...said, proof: await proveAs('agent', session, transcript) })
  }

  async #onProof(proof: string, keyId: string | undefined): Promise<void> {
    const state = this.#state
    if (state.step === 'greeted') await this.#checkMeeting(state.greeted, proof, keyId)
    else if (state.step === 'pairing') await this.#checkPairing(state, proof)
  }

  async #checkMeeting(greeted: Greeted, proof: string, keyId: string | undefined): Promise<void> {
    const { hello, own, said, keys } = greeted
    const secret = keys.secrets[said.keyIds.indexOf(keyId ?? '')]?.secret
    if (secret === undefined || keyId === undefined) throw new Error('A secret that is not known')
    const transcript = await transcriptOf(hello, said, { port: this.#options.port, keyId })
    const session = await deriveSessionKeys(own, hello.key, fromBase64(secret), transcript)
    if (!(await isProofOf('browser', session, transcript, proof))) throw new Error('Wrong proof')
    this.#send({ kind: 'proof', proof: await proveAs('agent', session, transcript) })
    this.#open(session, keyId, false)
  }

  async #checkPairing(state: State & { step: 'pairing' }, proof: string): Promise<void> {
    const { code, self } = { code: state.code, self: this.#options.self }
    if (!(await isProofOf('browser', state.session, state.transcript, proof))) {
      this.#miss(code)
      return
    }
    if (!self.code.isCurrent(code)) throw new Error('The code was used or is too old')
    self.code.retire()
    const secret = state.session.agentSecret
    await self.addSecret(secret)
    this.#open(state.session, await keyIdOf(secret), true)
  }

  #open(session: SessionKeys, browserKey: string, isPairing: boolean): void {
    if (this.#isGone) return
    const seal = createSealer(session.frames.agent)
    const send = (text: string): void => void seal(text).then((data) => this.#send({ kind: 'sealed', data }))
    this.#become({ step: 'open', open: createOpener(session.frames.browser) })
    const { sessionId, folder } = this.#options.self
    send(JSON.stringify({ ready: { sessionId, folder } }))
    this.#options.onOpened({ browserKey, isPairing, send })
  }

  #miss(code: string): void {
    this.#become({ step: 'idle' })
    if (this.#options.self.code.isCurrent(code)) this.#options.self.code.miss()
  }

  #send(message: FromAgent): void {
    if (!this.#isGone) this.#options.send(message)
  }

  #become(next: State): void {
    const before = this.#state
    this.#state = next
    if (before.step === 'open') this.#options.onClosed()
  }
}

/** Stretching is slow on purpose: one at a time in this process, however many ask. */
let lastStretch: Promise<unknown> = Promise.resolve()
function inTurn<T>(step: () => Promise<T>): Promise<T> {
  const turn = lastStretch.then(step, step)
  lastStretch = turn.catch(() => undefined)
  return turn
}
