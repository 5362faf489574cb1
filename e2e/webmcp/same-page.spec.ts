import { type Api, apis, expect, type OpenOptions, test, type WebMcpPage } from './webmcp-page.ts'

// One page that uses everything there is for authors, with the browser's API and without it.

type Open = (api: Api, options: OpenOptions) => Promise<WebMcpPage>

const visit = { name: 'Ada', date: '2026-12-04', guests: 2 }
const card = { number: '4111 1111 1111 1234', code: '123' }

const openDemo = async (open: Open, api: Api): Promise<WebMcpPage> => {
  const demo = await open(api, { example: '/demo/' })
  await demo.expectTools('find_tables', 'join_waitlist', 'pay_deposit', 'add_menu_card')
  return demo
}

/** Everything that an agent, or the person at a card, gets to see of the page. */
async function useDemo(open: Open, api: Api) {
  const { inContent, listTools, page } = await openDemo(open, api)
  const described = await inContent(({ registry }) =>
    registry.manifest().map(({ name }) => registry.describe(name)),
  )
  const seats = await inContent(({ call }) => call('find_tables', { date: '2026-12-04', guests: 2 }))
  const invalid = await inContent(({ call }) => call('find_tables', { date: 5 }))
  const broken = await inContent(({ call }) => call('find_tables', { date: 'soon', guests: 2 }))
  const callId = await inContent(({ createRandomId }) => createRandomId())
  const joined = await inContent(
    ({ callApproved }, input, id) => callApproved('join_waitlist', input, { callId: id }),
    visit,
    callId,
  )
  const shown = await page.locator('#waitlist li').allInnerTexts()
  const undone = await inContent(({ undo }, id) => undo(id), callId)
  const left = await page.locator('#waitlist li').count()
  const paid = await inContent(
    ({ callApproved }, input) => callApproved('pay_deposit', { amount: 200, card: input }),
    card,
  )
  const byPath = await inContent(({ call }) => call('add_menu_card', { file: '/etc/passwd' }))
  const file = { name: 'wishes.txt', text: 'No nuts, please' }
  const handed = await inContent(
    ({ callApproved }, given) =>
      callApproved('add_menu_card', { file: { ref: 'your wishes' } }, { file: given }),
    file,
  )
  const events = await page.locator('#events li').allInnerTexts()
  const tools = await listTools()
  return {
    tools,
    described,
    seats,
    invalid,
    broken,
    joined,
    shown,
    undone,
    left,
    paid,
    byPath,
    handed,
    events,
  }
}

test('the demo page is the same with the browser’s API and without it', async ({ open }) => {
  const seen = await useDemo(open, 'native')
  expect(await useDemo(open, 'page script')).toEqual(seen)
})

for (const api of apis) {
  test(`${api}: what the demo page says beyond the standard reaches the person and the page`, async ({
    open,
  }) => {
    const seen = await useDemo(open, api)
    const hints = Object.fromEntries(seen.tools.map((tool) => [tool.name, tool.hints]))
    expect(hints).toEqual({
      find_tables: { readOnly: true, untrustedContent: true },
      join_waitlist: { consequential: true, untrustedContent: true },
      pay_deposit: { consequential: true, destructive: true, untrustedContent: true },
      add_menu_card: { consequential: true, untrustedContent: true },
    })
    expect(seen.seats).toMatchObject({ status: 'ok', data: { guests: 2 } })
    expect(seen.invalid).toMatchObject({ status: 'invalid' })
    expect(seen.broken).toMatchObject({ status: 'invalid', issues: [{ path: 'date' }] })

    expect(seen.joined.cards).toMatchObject([
      { summary: 'Join the waiting list of 2026-12-04: Ada, 2 guests', redacted: [] },
    ])
    expect(seen.joined.result).toEqual({ status: 'ok', data: { position: 1 } })
    expect(seen.shown).toEqual(['Ada, 2026-12-04, 2 guests'])
    expect(seen.undone).toEqual({ status: 'ok', data: { removed: 'Ada' } })
    expect(seen.left).toBe(0)

    expect(seen.paid.cards).toMatchObject([
      {
        summary: 'Pay a deposit of €200',
        input: { amount: 200, card: { number: '[redacted]', code: '[redacted]' } },
      },
      {
        summary: 'Deposits over €100 cost a fee of €5. Pay €205?',
        changes: [{ path: 'amount', before: 200, after: 205 }],
        isWithinRun: true,
      },
    ])
    expect(JSON.stringify(seen.paid.cards)).not.toContain('4111')
    expect(seen.paid.result).toEqual({ status: 'ok', data: { paid: 205, currency: 'EUR' } })

    expect(seen.byPath).toMatchObject({ status: 'invalid', issues: [{ path: 'file' }] })
    expect(seen.handed.cards).toMatchObject([
      { files: [{ path: 'file', ref: 'your wishes', accept: '.pdf,.txt', maxBytes: 1_000_000 }] },
    ])
    expect(seen.handed.result).toEqual({ status: 'ok', data: { name: 'wishes.txt', bytes: 15 } })
    expect(seen.events).toEqual([
      'Deposit of €205, card ending 1234, approved by you',
      'Menu card wishes.txt, 15 bytes',
    ])
  })
}
