import { apis, expect, test, type Api, type OpenOptions, type WebMcpPage } from '../webmcp/webmcp-page.ts'

type Open = (api: Api, options?: OpenOptions) => Promise<WebMcpPage>

/** A form that declares itself; `onSubmit` is the body of its page's handler. */
const booking = (attributes: string, onSubmit: string): string => `
  <form toolname="book" tooldescription="Books a table" ${attributes}>
    <label>Name <input name="who" toolparamdescription="Who comes"></label>
    <label>Guests <input name="guests" type="number" value="2"></label>
    <button>Book</button>
  </form><output id="out"></output>
  <script>window.seen = []; document.forms[0].onsubmit = (event) => { seen.push([event.agentInvoked, event.target.who.value]); ${onSubmit} }</script>`

const answering = `event.preventDefault(); if (event.agentInvoked) event.respondWith(Promise.resolve({ booked: event.target.who.value })); else out.textContent = 'Booked by hand'`

async function openForms(open: Open, api: Api, html: string): Promise<WebMcpPage> {
  const opened = await open(api, { html })
  await opened.inContent(({ startForms }) => startForms())
  await opened.expectTools('book.fill', 'book.submit')
  return opened
}

for (const api of apis)
  test.describe(api, () => {
    test('a declared form is one fill and one submit, with its own words', async ({ open }) => {
      const { inContent, page } = await openForms(open, api, booking('toolautosubmit', answering))
      expect(await inContent(({ registry }) => registry.describe('book.fill'))).toMatchObject({
        description: expect.stringContaining('Books a table'),
        inputSchema: {
          properties: { values: { properties: { who: { description: 'Who comes' }, guests: {} } } },
        },
      })
      expect(await page.evaluate('seen')).toEqual([])
    })

    test('a page that responds to an agent is heard, and what that does is nobody’s edit', async ({
      open,
    }) => {
      const { inContent, page } = await openForms(open, api, booking('toolautosubmit', answering))
      const fill = (who: string) =>
        inContent(({ call }, name) => call('book.fill', { values: { who: name } }), who)
      expect(await fill('Ada')).toMatchObject({ status: 'ok', data: { skipped: [] } })
      expect(await inContent(({ call }) => call('book.submit', {}))).toEqual({
        status: 'ok',
        data: { booked: 'Ada' },
      })
      expect(await page.evaluate('seen')).toEqual([[true, 'Ada']])
      expect(await fill('Bob')).toMatchObject({
        status: 'ok',
        data: { changes: [{ path: 'values.who', after: 'Bob' }], skipped: [] },
      })
    })

    test('filling and submitting in one call gives the page’s answer too', async ({ open }) => {
      const { inContent } = await openForms(open, api, booking('toolautosubmit', answering))
      const input = { values: { who: 'Ada', guests: 3 }, submit: true }
      expect(await inContent(({ call }, given) => call('book.fill', given), input)).toMatchObject({
        status: 'ok',
        data: { changes: [{ after: 'Ada' }, { after: 3 }], submitted: true, answer: { booked: 'Ada' } },
      })
    })

    test('an answer that rejects is a failure, and never a submit', async ({ open }) => {
      const { inContent } = await openForms(
        open,
        api,
        booking(
          'toolautosubmit',
          `event.preventDefault(); event.respondWith(Promise.reject(new Error('No table left')))`,
        ),
      )
      const result = await inContent(({ call }) => call('book.submit', {}))
      expect(result.status).toBe('error')
      expect(JSON.stringify(result)).not.toContain('"submitted":true')
    })

    test('without toolautosubmit the form is submitted, and heard only by the page script', async ({
      open,
    }) => {
      const { inContent, page } = await openForms(open, api, booking('', answering))
      const result = await inContent(({ call }) => call('book.submit', {}))
      expect(result).toMatchObject(
        api === 'native'
          ? { status: 'ok', data: { submitted: true, messages: ['Booked by hand'] } }
          : { status: 'ok', data: { booked: '' } },
      )
      expect(await page.evaluate('seen')).toEqual([[api !== 'native', '']])
    })

    test('a form that does not fit is invalid before anything is submitted', async ({ open }) => {
      const { inContent, page } = await openForms(open, api, booking('toolautosubmit', answering))
      await page.evaluate(`document.forms[0].who.required = true`)
      expect(await inContent(({ call }) => call('book.submit', {}))).toMatchObject({
        status: 'invalid',
        issues: [{ path: 'values.who' }],
      })
      expect(await page.evaluate('seen')).toEqual([])
    })
  })
