// @ts-check
import { timeOf } from './echo.mjs'
import { count, milliseconds } from './figure.mjs'
import { addNoopPage } from './noop-page.mjs'
import { openStage } from './stage.mjs'

/** 1,000 calls of one page from eight agents: all at once, and with as many under way as the page takes. */

const agents = 8
const perAgent = 125

/** @param {Map<string, number>} all @param {string} name */
const of = (all, name) => all.get(name) ?? 0

/** @param {import('./run.mjs').World} world */
async function run(world) {
  const stage = await openStage(world, { agents })
  try {
    const page = await stage.open(addNoopPage(stage.pages))
    await stage.share(page)
    const handle = await stage.handle('noop')
    for (const agent of stage.agents) {
      const first = agent.callTool(handle, 'noop', { text: 'first' })
      await stage.approve()
      await first
    }
    /** @type {Map<string, number>} */
    const statuses = new Map()
    /** @param {import('../scripts/agent.mjs').Agent} agent @param {number} at */
    const call = async (agent, at) => {
      const text = `${agent.name} ${at}`
      const answer = await agent.callTool(handle, 'noop', { text }).catch(() => ({ status: 'unanswered' }))
      const isOwn = answer.status !== 'ok' || answer.data.text === text
      const status = isOwn ? (answer.code ?? answer.status) : 'answer of another call'
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    const atOnceMs = await timeOf(() =>
      Promise.all(
        stage.agents.flatMap((agent) => Array.from({ length: perAgent }, (_, at) => call(agent, at))),
      ),
    )
    const atOnce = new Map(statuses)
    statuses.clear()
    const steadyMs = await timeOf(() =>
      Promise.all(
        stage.agents.map(async (agent) => {
          for (let at = 0; at < perAgent; at += 1) await call(agent, at)
        }),
      ),
    )
    const total = agents * perAgent
    return [
      milliseconds('a call, 1,000 at once', [atOnceMs / total]),
      count('of 1,000 calls at once: neither ok nor busy', total - of(atOnce, 'ok') - of(atOnce, 'busy'), {
        budget: 0,
        note: [...atOnce].map(([name, many]) => `${many} ${name}`).join(', '),
      }),
      milliseconds('a call, 1,000 by eight agents that wait for each answer', [steadyMs / total]),
      count('of those, not ok', total - of(statuses, 'ok'), {
        budget: 0,
        note: [...statuses].map(([name, many]) => `${many} ${name}`).join(', '),
      }),
    ]
  } finally {
    await stage.close()
  }
}

export const subject = { name: 'crowd', run }
