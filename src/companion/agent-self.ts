import { randomUUID } from 'node:crypto'
import { homedir } from 'node:os'
import { sep } from 'node:path'
import { addSecret, readAgentKeys, type AgentKeys } from './home.ts'
import type { PairingCode } from './pairing-code.ts'
import type { AgentSelf } from './browser-peer.ts'

/** How an MCP client calls itself. */
export type ClientName = { name: string; title?: string | undefined }

const maxLabelLength = 64

/** Who this process is: known once its client has said a name, and the same from then on. */
export class Identity implements AgentSelf {
  readonly sessionId = randomUUID()
  readonly folder = shortFolder(process.cwd(), homedir())
  readonly code: PairingCode
  readonly #home: string
  readonly #named: Promise<ClientName>
  #setName: (client: ClientName) => void = () => undefined

  constructor(home: string, code: PairingCode) {
    this.#home = home
    this.code = code
    this.#named = new Promise((resolve) => (this.#setName = resolve))
  }

  /** The first name counts. */
  nameBy(client: ClientName | undefined): void {
    this.#setName(client ?? { name: 'MCP client' })
  }

  async readKeys(): Promise<AgentKeys> {
    const { name, title } = await this.#named
    const client = labelOf(name) || 'MCP client'
    return readAgentKeys(this.#home, client, labelOf(title ?? '') || client)
  }

  async addSecret(secret: string): Promise<void> {
    await addSecret(this.#home, await this.readKeys(), secret)
  }
}

const labelOf = (name: string): string =>
  name
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, maxLabelLength)

export const shortFolder = (folder: string, home: string): string => {
  const short = folder === home || folder.startsWith(home + sep) ? `~${folder.slice(home.length)}` : folder
  return short.length <= 1_024 ? short : `…${short.slice(-1_000)}`
}
