// @ts-check
import { findPairingCode } from '../agent.mjs'

/**
 * @typedef {object} Stage
 * @property {import('../agent.mjs').Agent} agent
 * @property {import('playwright').Page} page
 * @property {import('./hands.mjs').Hands} hands
 * @property {import('./transcript.mjs').Transcript} transcript
 * @property {number} patienceMs how long a step of the person may take
 */

/** What a scripted agent does at the bistro, from the first question to taking its last step back. @param {Stage} stage */
export async function tellStory(stage) {
  const { transcript, hands, page } = stage
  transcript.step('A person opens the bistro and shares the tab')
  transcript.tell(page.url())
  await hands.share()

  transcript.step('An agent starts the companion and is paired once')
  await pair(stage)

  transcript.step('The agent sees the one shared page and its tools')
  const shop = await sharedPage(stage)

  transcript.step('It looks for a free table: the first time, the person decides')
  const date = nextFriday()
  const found = await call(stage, { ...shop, tool: 'find_tables', input: { date, guests: 2 } })
  const [table] = found.data.tables
  transcript.step('Approved once, the same question is answered at once')
  await call(stage, { ...shop, tool: 'find_tables', input: { date, guests: 4 }, isHeld: false })

  transcript.step('It fills the form: the person sees each change, and the card number stays hidden')
  const fill = await call(stage, {
    ...shop,
    tool: toolNamed(shop, '.fill'),
    input: { values: bookingOf(date, table.time) },
  })
  transcript.step('It submits the form')
  await call(stage, { ...shop, tool: toolNamed(shop, '.submit'), input: {} })
  await page.getByText('Your table is booked').waitFor()
  transcript.tell('The page says: Your table is booked')
  await hands.look(page, 'booked')

  transcript.step('It takes its fill back: the form is as it was')
  const undone = await stage.agent.undoCall(fill.callId)
  transcript.message('←', 'undo_call', undone)
  expectStatus(undone, 'ok')

  transcript.step('Everything that happened is in the side panel')
  await hands.showHistory()
}

/** @param {Stage} stage */
async function pair({ agent, hands, transcript, patienceMs }) {
  const answer = await agent.listPages()
  transcript.message('←', 'list_pages', answer)
  const code = findPairingCode(answer)
  if (!code) throw new Error('The companion did not ask to be paired')
  await hands.pair(code)
  await waitUntil(patienceMs, async () => (await agent.listPages()).code !== 'not_paired')
  transcript.tell('Paired')
}

/** @param {Stage} stage */
async function sharedPage({ agent, transcript, patienceMs }) {
  /** @type {any} */
  let answer
  await waitUntil(patienceMs, async () => {
    answer = await agent.listPages()
    return answer.pages?.length > 0
  })
  transcript.message('←', 'list_pages', answer)
  const [first] = answer.pages
  const { tools } = first.tools ? first : await agent.listTools(first.page)
  return { page: first.page, tools }
}

/** @param {{ tools: { name: string }[] }} shop @param {string} ending */
function toolNamed(shop, ending) {
  const tool = shop.tools.find(({ name }) => name.endsWith(ending))
  if (!tool) throw new Error(`The page has no tool whose name ends with ${ending}`)
  return tool.name
}

/**
 * Calls a tool and waits for its outcome, as long as the person needs.
 * @param {Stage} stage
 * @param {{ page: string, tool: string, input: unknown, isHeld?: boolean }} request `isHeld`: whether the person is asked
 * @returns {Promise<any>}
 */
async function call({ agent, hands, transcript }, { page, tool, input, isHeld = true }) {
  transcript.message('→', tool, input)
  const answered = agent.call(page, tool, input)
  if (isHeld) await hands.approve(tool)
  const answer = await answered
  transcript.message('←', tool, answer)
  expectStatus(answer, 'ok')
  return answer
}

/** @param {any} answer @param {string} status */
function expectStatus(answer, status) {
  if (answer?.status !== status) throw new Error(`Expected ${status}, got ${JSON.stringify(answer)}`)
}

/** @param {number} patienceMs @param {() => Promise<boolean>} isTrue */
async function waitUntil(patienceMs, isTrue) {
  const giveUpAt = Date.now() + patienceMs
  while (!(await isTrue())) {
    if (Date.now() > giveUpAt) throw new Error('The demo waited in vain; its last lines say for what.')
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

function nextFriday() {
  const day = new Date()
  day.setDate(day.getDate() + ((12 - day.getDay()) % 7 || 7))
  day.setHours(12)
  return day.toISOString().slice(0, 10)
}

/** @param {string} date @param {string} time */
const bookingOf = (date, time) => ({
  name: 'Ada Brandt',
  email: 'ada@example.com',
  date,
  time,
  guests: 2,
  card: '4111 1111 1111 1111',
  requests: 'A quiet table, please.',
})
