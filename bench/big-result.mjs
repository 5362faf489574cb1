// @ts-check
import { startEcho, timeOf } from './echo.mjs'
import { bytes, count, milliseconds, timesFloor } from './figure.mjs'
import { addNoopPage } from './noop-page.mjs'
import { openStage } from './stage.mjs'

/** A page's tool that gives 1 MiB, of which an agent gets 256 KiB; its floor gives as much as the agent gets. */

const runs = 20
const warmUps = 3
const length = 1_048_576

/** @param {import('./run.mjs').World} world */
async function run(world) {
  const stage = await openStage(world, { agents: 1 })
  const [agent] = stage.agents
  try {
    if (!agent) throw new Error('No agent')
    const page = await stage.open(addNoopPage(stage.pages))
    await stage.share(page)
    const handle = await stage.handle('long')
    const call = () => agent.ask('call_tool', { page: handle, tool: 'long', input: { length } })
    const first = call()
    await stage.approve()
    await first
    const echo = await startEcho()
    const values = []
    const floor = []
    /** @type {any} */
    let answer
    for (let at = 0; at < runs + warmUps; at += 1) {
      const ms = await timeOf(async () => {
        answer = await call()
      })
      const floorMs = await timeOf(() => echo.call({ length: 262_144 }))
      if (at < warmUps) continue
      values.push(ms)
      floor.push(floorMs)
    }
    await echo.close()
    const note = `${runs} of each in turn, ${warmUps} of warm-up`
    return [
      milliseconds('call whose result is 1 MiB', values, { note }),
      timesFloor('call whose result is 1 MiB / echo server with 256 KiB', { values, floor }, { note }),
      bytes(
        'result that the agent gets of 1 MiB',
        Buffer.byteLength(JSON.stringify(answer.structuredContent)),
        { budget: 262_144 + 1_024 },
      ),
      count(
        'such results not said to be cut',
        JSON.stringify(answer.structuredContent).includes('"truncated":true') ? 0 : 1,
        { budget: 0 },
      ),
    ]
  } finally {
    await stage.close()
  }
}

export const subject = { name: 'big-result', run }
