import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import type { Agent } from '../../scripts/agent.mjs'
import { type PageServer, servePages } from '../../scripts/page-server.mjs'
import { cards } from '../../scripts/popup.mjs'
import { type Countersign, expect, startCountersign, test as base } from '../fixtures/countersign.ts'
import { findSharedPage } from '../fixtures/shop.ts'

// The built extension in a browser without WebMCP: what needs a real tab, the real popup and the real background.

type Desk = { countersign: Countersign; pages: PageServer; agent: Agent }

/** One browser for all tests of a worker; what is shared is unshared again. */
const test = base.extend<{ openShared: (path: string) => Promise<Page> }, { desk: Desk }>({
  desk: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants the pattern.
    async ({}, use) => {
      const pages = await servePages(resolve('e2e/pages'))
      const { countersign, close } = await startCountersign(false)
      await use({ countersign, pages, agent: await countersign.mcpClient() })
      await close()
      pages.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  openShared: async ({ desk }, use) => {
    const opened: Page[] = []
    await use(async (path) => {
      const page = await desk.countersign.context.newPage()
      opened.push(page)
      await page.goto(path)
      await desk.countersign.shareTab(page)
      await page.reload()
      return page
    })
    for (const page of opened) await page.close()
  },
})

const tool = (name: string, answer: string): string => `
  document.modelContext?.registerTool({
    name: '${name}',
    description: 'Gives ${answer}',
    execute: () => '${answer}',
  })`

const stopSharing = async ({ countersign }: Desk): Promise<void> => {
  const popup = await countersign.openPopup()
  await popup.getByRole('button', { name: 'Stop sharing this tab' }).click()
  await popup.getByRole('button', { name: 'Share this tab', exact: true }).waitFor()
  await popup.close()
}

test('tools of one name in several frames are told apart, and each call reaches its own frame', async ({
  desk,
  openShared,
}) => {
  const { countersign, pages, agent } = desk
  const frame = (name: string) => pages.add(`/frame-${name}`, `<script>${tool('where', name)}</script>`)
  const [left, right] = [frame('left'), frame('right')]
  const html = `<title>Frames</title><script>${tool('where', 'top')}</script>
    <iframe src="${left}"></iframe><iframe src="${right}"></iframe>`
  await openShared(pages.add('/frames-with-tools', html))
  const named = async () => {
    const { tools } = await findSharedPage(agent, pages.origin)
    return tools.map(({ name }) => name).filter((name) => name.endsWith('where'))
  }
  await expect.poll(async () => (await named()).length).toBe(3)
  const names = await named()
  expect(new Set(names).size).toBe(3)
  const { page } = await findSharedPage(agent, pages.origin)
  const answers: string[] = []
  for (const name of names) {
    const answer = agent.call(page, name, {})
    await countersign.approve()
    answers.push(String((await answer).data))
  }
  expect(answers.toSorted()).toEqual(['left', 'right', 'top'])
})

test('when sharing stops everything of ours leaves the page, and a reload after sharing again brings it back', async ({
  desk,
  openShared,
}) => {
  const { countersign, pages } = desk
  const page = await openShared(
    pages.add('/left', `<title>Left</title><script>${tool('echo', 'echo')}</script>`),
  )
  const look = () =>
    page.evaluate(() => ({
      modelContext: 'modelContext' in document,
      globals: ['ModelContext', 'ToolActivatedEvent', 'ToolCancelEvent'].filter((name) => name in window),
      agentInvoked: 'agentInvoked' in SubmitEvent.prototype,
      answers: !dispatchEvent(new MessageEvent('countersign-2', { cancelable: true })),
    }))
  const nothing = { modelContext: false, globals: [], agentInvoked: false, answers: false }
  expect(await look()).toEqual({
    modelContext: true,
    globals: ['ModelContext', 'ToolActivatedEvent', 'ToolCancelEvent'],
    agentInvoked: true,
    answers: true,
  })
  await page.bringToFront()
  await stopSharing(desk)
  await expect.poll(look).toEqual(nothing)
  await page.reload()
  expect(await look()).toEqual(nothing)
  await countersign.shareTab(page)
  await page.reload()
  expect(await look()).toMatchObject({ modelContext: true, answers: true })
})

test('a page that comes back from the back/forward cache is listed as it is then', async ({
  desk,
  openShared,
}) => {
  const { pages, agent } = desk
  const html = `<title>Kept</title><script>${tool('first', 'first')}
    addEventListener('pagehide', () => {${tool('leaving', 'leaving')}})
    addEventListener('pageshow', ({ persisted }) => persisted && (document.title = 'Back'))
  </script>`
  const page = await openShared(pages.add('/kept', html))
  const names = async () => {
    const { tools } = await findSharedPage(agent, pages.origin)
    return tools.map(({ name }) => name).toSorted()
  }
  await expect.poll(names).toEqual(['first'])
  await page.goto(pages.add('/next', '<title>Next</title>'))
  await page.evaluate(() => history.back())
  await expect(page).toHaveTitle('Back')
  await expect.poll(names).toEqual(['first', 'leaving'])
})

/** A page's own assistant, which keeps what it hears and says what the test wants. */
const assistant = `<title>Assistant</title><script>
  const heard = []
  addEventListener('message', ({ source, origin, data }) => {
    if (source === window && origin === location.origin && data?.toolmark === 1) heard.push(data.message)
  })
  const say = (message) => {
    const { clientId } = heard.find(({ type }) => type === 'manifest')
    postMessage({ toolmark: 1, message: { protocol: 1, clientId, ...message } }, location.origin)
  }
  const notes = []
  document.modelContext?.registerTool({
    name: 'add_note',
    description: 'Keeps a note',
    inputSchema: { type: 'object', properties: { note: { type: 'string' } }, required: ['note'] },
    execute: ({ note }, { caller }) => ({ count: notes.push(note), caller }),
  })
</script>`

type Heard = {
  type: string
  id?: string
  confirmId?: string
  result?: { status: string; confirmId?: string }
}

test('a page’s own assistant is answered once per id, through the person’s popup, one card at a time', async ({
  desk,
  openShared,
}) => {
  const { countersign, pages } = desk
  const page = await openShared(pages.add('/assistant', assistant))
  const heard = (): Promise<Heard[]> =>
    page.evaluate<Heard[]>('heard.filter(({ type }) => type === "result" || type === "confirmed")')
  const say = (message: object): Promise<unknown> => page.evaluate(`say(${JSON.stringify(message)})`)
  const answers = async (count: number): Promise<Heard[]> => {
    await expect.poll(async () => (await heard()).length).toBe(count)
    return heard()
  }
  await expect
    .poll(() =>
      page.evaluate('heard.findLast(({ type }) => type === "manifest")?.tools.map(({ name }) => name)'),
    )
    .toEqual(['add_note'])

  await say({ type: 'call', id: 'a', tool: 'add_note', input: { note: 'first' } })
  const [held] = await answers(1)
  expect(held).toMatchObject({ type: 'result', id: 'a', result: { status: 'needs_confirmation' } })

  await say({ type: 'call', id: 'a', tool: 'add_note', input: { note: 'again' } })
  await say({ type: 'call', id: 'b', tool: 'add_note', input: { note: 'second' } })
  await say({ type: 'call', id: 'c', tool: 'add_note', input: { note: 5 } })
  await say({ type: 'describe', id: 'd', tool: 'add_note' })
  await say({ type: 'call', id: 'e', protocol: 2, tool: 'add_note', input: {} })
  await say({ type: 'call', id: 'f', clientId: 'of another', tool: 'add_note', input: {} })
  await say({ type: 'call', id: 'g', tool: 'add_note', input: {}, extra: 'key' })
  const byId = Object.fromEntries((await answers(6)).map(({ id, result }) => [id, result]))
  expect(byId).toMatchObject({
    b: { status: 'refused' },
    c: { status: 'invalid' },
    d: { status: 'ok', data: { name: 'add_note' } },
    e: { status: 'error', message: 'unsupported protocol' },
    g: { status: 'invalid' },
  })

  await page.bringToFront()
  const popup = await countersign.openPopup()
  await expect(cards(popup)).toHaveCount(1)
  await popup.close()
  await countersign.approve('add_note')
  expect((await answers(7)).at(-1)).toEqual(
    expect.objectContaining({
      type: 'confirmed',
      confirmId: held?.result?.confirmId,
      result: { status: 'ok', data: { count: 1, caller: 'human' } },
    }),
  )

  // No approval is remembered: the next call is held again.
  await say({ type: 'call', id: 'h', tool: 'add_note', input: { note: 'third' } })
  expect((await answers(8)).at(-1)).toMatchObject({ id: 'h', result: { status: 'needs_confirmation' } })
  await say({ type: 'cancel', id: 'h' })
  expect((await answers(9)).at(-1)).toMatchObject({
    type: 'confirmed',
    result: { status: 'cancelled', by: 'signal' },
  })
  expect(await page.evaluate('notes')).toEqual(['first'])
})
