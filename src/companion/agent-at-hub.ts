import { Identity } from './agent-self.ts'
import { Browsers } from './browsers.ts'
import { readHubKey } from './home.ts'
import { keepAtHub } from './hub-connection.ts'
import { PairingCode } from './pairing-code.ts'
import { readPorts } from './ports.ts'

export type AgentAtHub = {
  identity: Identity
  browsers: Browsers
  code: PairingCode
  /** Ports that other programs hold, while there is none for a hub; else empty. */
  heldPorts: () => readonly number[]
  leave: () => Promise<void>
}

export type AtHubOptions = {
  home: string
  onCode?: (code: string) => void
  onNoPort?: (ports: readonly number[]) => void
}

/** One agent of this process, at its own hub or another's, until it leaves. */
export async function goToHub({ home, onCode, onNoPort }: AtHubOptions): Promise<AgentAtHub> {
  const code = new PairingCode((fresh) => onCode?.(fresh))
  const identity = new Identity(home, code)
  const browsers = new Browsers(identity)
  const leaving = new AbortController()
  let heldPorts: readonly number[] = []
  const atHub = keepAtHub(
    {
      ports: readPorts(),
      key: await readHubKey(home),
      onOpen: (line) => {
        heldPorts = []
        browsers.onOpen(line)
      },
      onBrowser: (id) => browsers.onBrowser(id),
      onBrowserLeft: (id) => browsers.onBrowserLeft(id),
      onFrame: (id, data) => browsers.onFrame(id, data),
      onClosed: () => browsers.onLineClosed(),
      onNoPort: (ports) => {
        heldPorts = ports
        onNoPort?.(ports)
      },
    },
    leaving.signal,
  )
  return {
    identity,
    browsers,
    code,
    heldPorts: () => heldPorts,
    leave: () => {
      leaving.abort()
      return atHub
    },
  }
}
