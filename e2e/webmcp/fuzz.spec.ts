import { readFileSync } from 'node:fs'
import { apis, expect, test, type WebMcpPage } from './webmcp-page.ts'

const seed = Number(process.env.FUZZ_SEED ?? 20_261_130)
const batches = 50
const toolsPerBatch = 100

type Hostility = {
  isLucky(chance: number): boolean
  value(): unknown
  tool(name: string, isUsable: boolean): never
}
declare global {
  interface Window {
    createHostility(seed: number): Hostility
    batch: AbortController
  }
}

const script = readFileSync(new URL('./hostile-values.js', import.meta.url), 'utf8')
const html = `<script>${script}</script>`

/** Registers many at once; half of them are whole, so that their answers are met too. */
const registerBatch = ({ page }: WebMcpPage, number: number): Promise<number> =>
  page.evaluate(
    async ([from, batch, count]) => {
      const hostility = window.createHostility(from + batch)
      const { modelContext } = document
      const options = { signal: (window.batch = new AbortController()).signal }
      const registered = Array.from({ length: count }, (_, index) => {
        const isUsable = index % 2 === 0
        const tool = hostility.tool(`tool_${batch}_${index}`, isUsable)
        const given = isUsable || hostility.isLucky(0.7) ? options : (hostility.value() as object)
        return modelContext.registerTool(tool, given).then(
          () => 1,
          () => 0,
        )
      })
      return (await Promise.all(registered)).reduce<number>((sum, one) => sum + one, 0)
    },
    [seed, number, toolsPerBatch] as const,
  )

type Calls = { called: number; slowestMs: number; slowest: string; statuses: Record<string, number> }

/** Waits until a batch is listed, calls each of its tools, and tells how the calls ended and how long the slowest took. */
const callBatch = ({ inContent }: WebMcpPage, number: number): Promise<Calls> =>
  inContent(
    async ({ registry, call, createRandomId }, batch, least) => {
      const calls: Calls = { called: 0, slowestMs: 0, slowest: '', statuses: {} }
      const listed = () => registry.manifest().filter(({ name }) => name.startsWith(`tool_${batch}_`))
      while (listed().length < least) await new Promise<void>((done) => registry.on('change', () => done()))
      for (const { name } of listed()) {
        const callId = createRandomId()
        const startedAt = performance.now()
        const { status } = await call(name, { a: `${'a'.repeat(40)}!` }, { callId, timeoutMs: 100 })
        const tookMs = performance.now() - startedAt
        if (status === 'needs_confirmation') registry.cancel(callId, 'signal')
        if (tookMs > calls.slowestMs) Object.assign(calls, { slowestMs: tookMs, slowest: name })
        calls.called++
        calls.statuses[status] = (calls.statuses[status] ?? 0) + 1
      }
      return calls
    },
    number,
    toolsPerBatch / 2,
  )

for (const api of apis) {
  test(`${api}: ${batches * toolsPerBatch} hostile tools and their answers break, block and leak nothing`, async ({
    open,
  }) => {
    test.setTimeout(180_000)
    console.log(`FUZZ_SEED=${seed}`)
    const neighbour = await open(api)
    await neighbour.page.evaluate(() =>
      document.modelContext.registerTool({ name: 'quiet', description: 'd', execute: () => 'quiet' }),
    )
    await neighbour.expectTools('quiet')
    const opened = await open(api, { html })
    const uncaught: string[] = []
    opened.cdp.on('Runtime.exceptionThrown', ({ exceptionDetails }) =>
      uncaught.push(exceptionDetails.exception?.description ?? exceptionDetails.text),
    )
    await opened.cdp.send('Runtime.enable')

    const total: Calls & { registered: number } = {
      registered: 0,
      called: 0,
      slowestMs: 0,
      slowest: '',
      statuses: {},
    }
    for (let batch = 0; batch < batches; batch++) {
      total.registered += await registerBatch(opened, batch)
      const { called, slowestMs, slowest, statuses } = await callBatch(opened, batch)
      total.called += called
      if (slowestMs > total.slowestMs) Object.assign(total, { slowestMs, slowest })
      for (const [status, count] of Object.entries(statuses))
        total.statuses[status] = (total.statuses[status] ?? 0) + count
      await opened.page.evaluate(() => window.batch.abort())
      if (batch % 10 === 9) await opened.page.reload()
    }
    console.log(api, JSON.stringify(total))
    expect(total.called).toBeGreaterThanOrEqual((batches * toolsPerBatch) / 2)
    expect(total.slowestMs).toBeLessThan(1_000)
    expect(Object.keys(total.statuses).sort()).toEqual([
      'cancelled',
      'error',
      'invalid',
      'needs_confirmation',
      'ok',
    ])
    expect(uncaught).toEqual([])

    expect((await neighbour.listTools()).map(({ name }) => name)).toEqual(['quiet'])
    const seen = await neighbour.inContent(({ updates, errors }) => [updates.length, errors.length])
    expect(seen).toEqual([0, 0])
    const polluted = await neighbour.inContent(() => 'polluted' in {})
    expect([polluted, await opened.inContent(() => 'polluted' in {})]).toEqual([false, false])
  })
}
