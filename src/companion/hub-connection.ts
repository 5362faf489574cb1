import { setTimeout as sleep } from 'node:timers/promises'
import type { Bytes } from '../protocol/agent-link-bytes.ts'
import { openHub, type Hub } from './hub.ts'
import { joinHub, type HubLine, type LineEvents } from './hub-line.ts'

export type HubConnectionOptions = LineEvents & {
  ports: readonly number[]
  key: Bytes
  onClosed: () => void
  /** Every port is held by something else. Called once until a port is had again. */
  onNoPort: (ports: readonly number[]) => void
}

const retryMs = 500

/**
 * Keeps this process at a hub until the signal aborts: its own where it is first on a port, else the one that is there.
 * When that ends, whoever binds the port first is the next hub and the others join it.
 */
export async function keepAtHub(options: HubConnectionOptions, signal: AbortSignal): Promise<void> {
  let hasToldNoPort = false
  while (!signal.aborted) {
    const place = await findPlace(options)
    if (place === undefined) {
      if (!hasToldNoPort) options.onNoPort(options.ports)
      hasToldNoPort = true
      await sleep(retryMs, undefined, { signal }).catch(() => undefined)
      continue
    }
    hasToldNoPort = false
    await stayAt(place, signal)
    options.onClosed()
  }
}

type Place = { line: HubLine; hub: Hub | undefined }

async function findPlace(options: HubConnectionOptions): Promise<Place | undefined> {
  for (const port of options.ports) {
    const hub = await openHub(port, options.key).catch(() => undefined)
    const line = await joinHub(port, options.key, options)
    if (line !== undefined) return { line, hub }
    hub?.close()
  }
  return undefined
}

async function stayAt({ line, hub }: Place, signal: AbortSignal): Promise<void> {
  const leave = (): void => {
    line.close()
    hub?.close()
  }
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  await line.closed
  hub?.close()
  signal.removeEventListener('abort', leave)
}
