// @ts-check
import { bytes, count } from './figure.mjs'
import { openStage } from './stage.mjs'

/**
 * What an agent pays to book a table with the seven-field form of the demo page, knowing nothing at the start: as an MCP
 * client sees it, and as a model reads it (the text of an answer; its structured content says the same again).
 */

const booking = {
  name: 'Ada Brandt',
  email: 'ada@example.com',
  date: '2031-05-16',
  time: '19:30',
  guests: 4,
  card: '4111 1111 1111 1111',
  requests: 'A quiet table, please.',
}

/** @param {import('../scripts/agent.mjs').Agent} agent */
function createMeter(agent) {
  const meter = { rounds: 0, argumentBytes: 0, answerBytes: 0 }
  /** @param {string} tool @param {Record<string, unknown>} [input] @returns {Promise<any>} */
  const ask = async (tool, input = {}) => {
    const answer = await agent.ask(tool, input)
    meter.rounds += 1
    meter.argumentBytes += sizeOf(JSON.stringify(input))
    meter.answerBytes += sizeOf(answer.content.map((part) => ('text' in part ? part.text : '')).join('\n'))
    return answer.structuredContent
  }
  return { meter, ask }
}

/** @param {string} text */
const sizeOf = (text) => Buffer.byteLength(text)

/** @param {import('./stage.mjs').Stage} stage @param {{ isApprovedAtOnce: boolean }} options */
async function book(stage, { isApprovedAtOnce }) {
  const [agent] = stage.agents
  if (!agent) throw new Error('No agent')
  const { meter, ask } = createMeter(agent)
  const { pages } = await ask('list_pages')
  const tool = pages[0].tools.find((/** @type {{ name: string }} */ { name }) => name.endsWith('.fill')).name
  const called = ask('call_tool', { page: pages[0].page, tool, input: { values: booking, submit: true } })
  if (isApprovedAtOnce) await stage.approve()
  let answer = await called
  if (!isApprovedAtOnce) {
    if (answer.status !== 'needs_confirmation') throw new Error(`Not held: ${JSON.stringify(answer)}`)
    const waiting = ask('await_confirmation', { ids: [answer.confirmId] })
    await stage.approve()
    answer = (await waiting).outcomes[0].result
  }
  if (answer.status !== 'ok') throw new Error(`Not booked: ${JSON.stringify(answer)}`)
  return meter
}

/** @param {import('./run.mjs').World} world */
async function run(world) {
  const stage = await openStage(world, { agents: 1 })
  try {
    const page = await stage.open(`${stage.pages.origin}/demo/`)
    await stage.share(page)
    const { tools } = (await stage.agents[0]?.client.listTools()) ?? { tools: [] }
    await stage.handle('.fill')
    const quick = await book(stage, { isApprovedAtOnce: true })
    await page.getByText('Your table is booked').waitFor()
    await page.reload()
    await stage.handle('.fill')
    const awaited = await book(stage, { isApprovedAtOnce: false })
    await page.getByText('Your table is booked').waitFor()
    return [
      bytes('tool list', sizeOf(JSON.stringify(tools)), { budget: 4_096 }),
      count('rounds, approved at once', quick.rounds, { budget: 3 }),
      bytes('arguments, approved at once', quick.argumentBytes),
      bytes('answers, approved at once', quick.answerBytes, { budget: 2_560 }),
      count('rounds, approved after 45 s', awaited.rounds, { budget: 3 }),
      bytes('arguments, approved after 45 s', awaited.argumentBytes),
      bytes('answers, approved after 45 s', awaited.answerBytes, { budget: 2_560 }),
    ]
  } finally {
    await stage.close()
  }
}

export const subject = { name: 'booking', run }
