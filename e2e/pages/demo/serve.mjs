// @ts-check
import { fileURLToPath } from 'node:url'
import { servePages } from '../../../scripts/page-server.mjs'

/** Serves the shop by itself until nobody has asked for anything for half an hour. */
const idleMs = 30 * 60_000
const pages = await servePages(fileURLToPath(new URL('.', import.meta.url)), {
  port: Number(process.env.PORT ?? 4173),
})
const end = setTimeout(() => pages.close(), idleMs)
pages.server.on('request', () => end.refresh())
console.log(`Bistro Lucie: ${pages.origin}/  (stops after 30 idle minutes)`)
