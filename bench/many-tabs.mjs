// @ts-check
import { timeOf } from './echo.mjs'
import { bytes, count, milliseconds, timesFloor } from './figure.mjs'
import { openStage, until } from './stage.mjs'

/** 50 tabs of one site that is always shared. */

const tabs = 50

/** @param {import('./run.mjs').World} world */
async function run(world) {
  const stage = await openStage(world, { agents: 1 })
  const [agent] = stage.agents
  try {
    if (!agent) throw new Error('No agent')
    const { origin } = stage.pages
    await stage.open(`${origin}/demo/?tab=0`)
    await stage.tellWorker('site.share', { origin, isAlways: true })
    const shared = async () => (await agent.listPages()).pages?.length ?? 0
    await until(async () => (await shared()) === 1)
    const list = () => timeOf(() => agent.listPages())
    const alone = []
    for (let at = 0; at < 20; at += 1) alone.push(await list())
    const openMs = await timeOf(async () => {
      for (let at = 1; at < tabs; at += 1) await stage.open(`${origin}/demo/?tab=${at}`)
      await until(async () => (await shared()) === tabs)
    })
    const { pages } = await agent.listPages()
    const perTab = []
    let withTools = 0
    for (const { page } of pages) {
      perTab.push(
        await timeOf(async () => {
          const { tools } = await agent.listTools(page)
          if (tools?.length >= 3) withTools += 1
        }),
      )
    }
    const crowded = []
    for (let at = 0; at < 20; at += 1) crowded.push(await list())
    return [
      count('of 50 shared tabs, those without their tools', tabs - withTools, { budget: 0 }),
      milliseconds('opening a tab until it is shared, one of 50', [openMs / (tabs - 1)]),
      timesFloor('list_pages with 50 shared tabs / with one', { values: crowded, floor: alone }),
      milliseconds('list_pages with 50 shared tabs', crowded),
      milliseconds('list_tools of one of 50 tabs', perTab),
      bytes('list_pages with 50 shared tabs', Buffer.byteLength(JSON.stringify(await agent.listPages()))),
    ]
  } finally {
    await stage.close()
  }
}

export const subject = { name: 'many-tabs', run }
