import browser from 'webextension-polyfill'
import * as z from 'zod/mini'
import { linkPorts } from '../../protocol/agent-link.ts'

const portsSchema = z.array(z.int().check(z.gte(1_024), z.lte(65_535))).check(z.minLength(1), z.maxLength(8))

/**
 * The ports to look for hubs on. Where several browsers run side by side on one machine each can be told its own, until
 * it closes, under `linkPorts` in `storage.session`, which only the extension's own contexts can write.
 */
export async function readLinkPorts(): Promise<readonly number[]> {
  const stored = await browser.storage.session.get('linkPorts')
  const ports = portsSchema.safeParse(stored['linkPorts'])
  return ports.success ? ports.data : linkPorts
}
