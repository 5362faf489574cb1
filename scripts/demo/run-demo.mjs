// @ts-check
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startAgent } from '../agent.mjs'
import { automaticHands, personsHands } from './hands.mjs'
import { tellStory } from './story.mjs'
import { startTranscript } from './transcript.mjs'
import { findFreePorts } from '../free-ports.mjs'
import { launchCountersign } from '../launch.mjs'
import { servePages } from '../page-server.mjs'
import { root } from '../prepare.mjs'

/** @typedef {{ browserPath: string, isHeadless: boolean }} DemoOptions */

const companionPath = join(root, 'dist-companion', 'countersign.js')

/**
 * Opens the demo shop in a browser with the extension, starts a scripted agent and lets it book a table. With a display
 * a person decides; without one the demo presses the popup's buttons itself.
 * @param {DemoOptions} options
 */
export async function runDemo(options) {
  const transcript = await startTranscript(join(root, 'demo-run'))
  /** @type {(() => unknown)[]} what ends what was started, the last first */
  const ends = [() => transcript.save()]
  try {
    await play(options, transcript, (end) => ends.unshift(end))
  } finally {
    for (const end of ends) await end()
  }
}

/**
 * @param {DemoOptions} options @param {import('./transcript.mjs').Transcript} transcript
 * @param {(end: () => unknown) => void} atEnd
 */
async function play({ browserPath, isHeadless }, transcript, atEnd) {
  const pages = await servePages(join(root, 'e2e', 'pages', 'demo'))
  atEnd(() => pages.close())
  const home = await mkdtemp(join(tmpdir(), 'countersign-demo-'))
  atEnd(() => rm(home, { recursive: true, force: true }))
  // A person's own agents find this browser by the fixed ports; a run without a display stays apart from them.
  const ports = isHeadless ? { linkPorts: await findFreePorts(3) } : {}
  const extensionPath = join(root, 'dist')
  const countersign = await launchCountersign({
    browserPath,
    extensionPath,
    isHeadless,
    hasWebMcp: true,
    ...ports,
  })
  atEnd(() => countersign.close())
  const agent = await startAgent({ name: 'Demo agent', companionPath, home, ...ports })
  atEnd(() => agent.close())
  const page = await countersign.context.newPage()
  await page.goto(`${pages.origin}/`)
  const hands = (isHeadless ? automaticHands : personsHands)({ countersign, page, transcript })
  const patienceMs = isHeadless ? 180_000 : 30 * 60_000
  await tellStory({ agent, page, hands, transcript, patienceMs })
  tellHowToAdd(transcript)
  await hands.end()
}

/** @param {import('./transcript.mjs').Transcript} transcript */
function tellHowToAdd(transcript) {
  transcript.tell('To use it with your own agent, add it to an MCP client. For Claude Code, for example:')
  transcript.show(`claude mcp add countersign -- node ${companionPath}`)
}
