import { type Api, apis, expect, type OpenOptions, test, type WebMcpPage } from './webmcp-page.ts'

// What the standard's own tests ask of a form that is declared as a tool, by behaviour, as an agent meets it.

declare global {
  interface Window {
    /** What happened in the page, in order. */
    log: unknown[]
  }
}

type Open = (api: Api, options: OpenOptions) => Promise<WebMcpPage>

const prelude = `<script>
  window.log = []
  const note = (...what) => window.log.push(what.join(' '))
</script>`

/** A declared form, and what the page does when it is submitted. */
const formPage = (attributes: string, fields: string, script = ''): string => `${prelude}
  <iframe name="elsewhere" hidden></iframe>
  <form id="form" toolname="order" tooldescription="Orders fruit" ${attributes}>${fields}<button>Order</button></form>
  <script>const form = document.querySelector('#form'); ${script}</script>`

const oneField = '<label>Fruit <input name="fruit"></label>'

async function openForm(open: Open, api: Api, html: string): Promise<WebMcpPage> {
  const opened = await open(api, { html })
  await opened.inContent(({ startForms }) => startForms())
  await opened.expectTools('order.fill', 'order.submit')
  return opened
}

const submit = ({ inContent }: WebMcpPage, values: object = { fruit: 'pear' }) =>
  inContent(({ call }, given) => call('order.fill', { values: given, submit: true }), values)

const logOf = ({ page }: WebMcpPage): Promise<unknown[]> => page.evaluate(() => window.log)

const respond = (answer: string): string => `form.addEventListener('submit', (event) => {
  event.preventDefault()
  note('agentInvoked', event.agentInvoked)
  if (event.agentInvoked) event.respondWith(${answer})
})`

for (const api of apis) {
  test.describe(api, () => {
    test('a declared form is a tool with the words of its author, listed once', async ({ open }) => {
      const fields = `
        <label>Fruit <input name="fruit" required toolparamdescription="What to buy"></label>
        <label>Pieces <input name="pieces" type="number" min="1" max="9"></label>
        <label>Wrapped <input name="wrapped" type="checkbox"></label>
        <label>Size <select name="size"><option value="s">Small<option value="l">Large</select></label>
        <label>Hidden <input type="hidden" name="token"></label>`
      const opened = await openForm(open, api, formPage('toolautosubmit', fields))
      const tool = await opened.inContent(({ registry }) => registry.describe('order.fill'))
      expect(tool).toMatchObject({ name: 'order.fill', description: expect.stringContaining('Orders fruit') })
      expect(tool?.inputSchema).toMatchObject({
        properties: {
          values: {
            properties: {
              fruit: { type: expect.anything(), description: expect.stringContaining('What to buy') },
              pieces: { minimum: 1, maximum: 9 },
              wrapped: { type: expect.anything() },
              size: expect.anything(),
            },
          },
        },
      })
      expect(JSON.stringify(tool)).not.toContain('token')
      await opened.page.evaluate(() => document.querySelector('#form')?.setAttribute('toolname', 'buy'))
      await opened.expectTools('buy.fill', 'buy.submit')
      await opened.page.evaluate(() => document.querySelector('#form')?.remove())
      await opened.expectTools()
    })

    test('filling fires input and change at each control, and nothing where the value is the same', async ({
      open,
    }) => {
      const fields = `
        <label>Text <input name="text"></label>
        <label>Number <input name="number" type="number"></label>
        <label>Tick <input name="tick" type="checkbox"></label>
        <fieldset><legend>Way</legend>
          <label><input name="way" type="radio" value="foot"> Foot</label>
          <label><input name="way" type="radio" value="bike"> Bike</label>
        </fieldset>
        <label>Notes <textarea name="notes"></textarea></label>
        <label>Size <select name="size"><option value="s">Small<option value="l">Large</select></label>
        <label>Fruits <select name="fruits" multiple>
          <option value="apple">Apple<option value="pear">Pear<option value="plum">Plum
        </select></label>`
      const watch = `for (const type of ['input', 'change'])
        form.addEventListener(type, (event) => note(type, event.target.name))`
      const opened = await openForm(open, api, formPage('', fields, watch))
      const values = {
        text: 'some text',
        number: 42,
        tick: true,
        way: 'bike',
        notes: 'two\nlines',
        size: 'l',
        fruits: ['apple', 'plum'],
      }
      const fill = () => opened.inContent(({ call }, given) => call('order.fill', { values: given }), values)
      expect(await fill()).toMatchObject({ status: 'ok', data: { skipped: [] } })
      const log = await logOf(opened)
      const names = Object.keys(values)
      for (const name of names) {
        expect(log).toContain(`input ${name}`)
        expect(log).toContain(`change ${name}`)
      }
      expect(log.filter((entry) => entry === 'input fruits')).toHaveLength(1)
      const held = await opened.page.evaluate(() => {
        const form = document.querySelector<HTMLFormElement>('#form')
        return form ? [...new FormData(form)].map(([name, value]) => [name, value]) : []
      })
      expect(held).toEqual([
        ['text', 'some text'],
        ['number', '42'],
        ['tick', 'on'],
        ['way', 'bike'],
        ['notes', 'two\nlines'],
        ['size', 'l'],
        ['fruits', 'apple'],
        ['fruits', 'plum'],
      ])
      expect(await fill()).toMatchObject({ status: 'ok', data: { changes: [] } })
      expect(await logOf(opened)).toEqual(log)
    })

    const answers: [string, string, unknown][] = [
      ['text', `'ripe'`, 'ripe'],
      ['an object', `{ ripe: true }`, { ripe: true }],
      ['a promise', `new Promise((done) => setTimeout(done, 10, { ripe: 'soon' }))`, { ripe: 'soon' }],
      ['an MCP-shaped answer', `{ content: [{ type: 'text', text: 'in a box' }] }`, 'in a box'],
    ]
    for (const [what, answer, data] of answers) {
      test(`the page answers the agent with ${what}`, async ({ open }) => {
        const opened = await openForm(open, api, formPage('toolautosubmit', oneField, respond(answer)))
        const result = await submit(opened)
        expect(result).toMatchObject({ status: 'ok' })
        expect(JSON.stringify(result)).toContain(JSON.stringify(data))
        expect(await logOf(opened)).toEqual(['agentInvoked true'])
        expect(await opened.page.locator('[name=fruit]').inputValue()).toBe('pear')
      })
    }

    test('an answer that rejects, or says that it is an error, is a failure', async ({ open }) => {
      const rejects = respond(`Promise.reject(new Error('secret detail'))`)
      const opened = await openForm(open, api, formPage('toolautosubmit', oneField, rejects))
      const result = await submit(opened)
      expect(result).toMatchObject({ status: 'error' })
      expect(JSON.stringify(result)).not.toContain('secret detail')
      const says = respond(`{ isError: true, content: [{ type: 'text', text: 'Out of pears' }] }`)
      const other = await openForm(open, api, formPage('toolautosubmit', oneField, says))
      expect(await submit(other)).toMatchObject({ status: 'error', message: 'Out of pears' })
    })

    test('an answer needs an agent and preventDefault', async ({ open }) => {
      const script = `form.addEventListener('submit', (event) => {
        const attempt = () => {
          try {
            event.respondWith('answer')
            return 'taken'
          } catch (error) {
            return error.name
          }
        }
        note('before', attempt())
        event.preventDefault()
        note('after', attempt(), event.agentInvoked)
      })`
      const opened = await openForm(open, api, formPage('toolautosubmit', oneField, script))
      await opened.page.locator('button').click()
      expect(await logOf(opened)).toEqual(['before InvalidStateError', 'after InvalidStateError false'])
      expect(await submit(opened)).toMatchObject({ status: 'ok' })
      expect((await logOf(opened)).slice(2)).toEqual(['before InvalidStateError', 'after taken true'])
      const constructed = await opened.page.evaluate(() => {
        const event = new SubmitEvent('submit', { cancelable: true })
        event.preventDefault()
        try {
          event.respondWith('answer')
          return 'taken'
        } catch (error) {
          return [event.agentInvoked, (error as Error).name]
        }
      })
      expect(constructed).toEqual([false, 'InvalidStateError'])
    })

    test('a handler that calls form.submit() itself is no fault', async ({ open }) => {
      const script = `form.addEventListener('submit', (event) => {
        note('submit')
        event.preventDefault()
        form.submit()
      })`
      const html = formPage('toolautosubmit action="/elsewhere" target="elsewhere"', oneField, script)
      const opened = await openForm(open, api, html)
      const result = await submit(opened)
      expect(result.status).not.toBe('cancelled')
      expect(await logOf(opened)).toEqual(['submit'])
    })

    test('a form that is removed while it is submitted breaks nothing', async ({ open }) => {
      const script = `form.addEventListener('submit', (event) => {
        note('submit')
        event.preventDefault()
        event.respondWith(Promise.resolve('done'))
        form.remove()
      })`
      const opened = await openForm(open, api, formPage('toolautosubmit', oneField, script))
      const result = await submit(opened)
      expect(['ok', 'error']).toContain(result.status)
      expect(await logOf(opened)).toEqual(['submit'])
      await opened.expectTools()
      expect(await opened.inContent(({ errors }) => errors.map(({ code }) => code))).toEqual(
        result.status === 'ok' ? [] : ['tool_threw'],
      )
    })

    test('a call that is given up ends though the page never answers', async ({ open }) => {
      const opened = await openForm(
        open,
        api,
        formPage('toolautosubmit', oneField, respond('new Promise(() => {})')),
      )
      const callId = await opened.inContent(({ createRandomId }) => createRandomId())
      const result = opened.inContent(
        ({ call }, id) => call('order.fill', { values: { fruit: 'pear' }, submit: true }, { callId: id }),
        callId,
      )
      await expect.poll(() => logOf(opened)).toEqual(['agentInvoked true'])
      await opened.inContent(({ registry }, id) => registry.cancel(id, 'signal'), callId)
      expect(await result).toMatchObject({ status: 'cancelled', by: 'signal' })
      await opened.page.evaluate(() => (window.log = []))
      const again = opened.inContent(({ call }) => call('order.submit', {}, { timeoutMs: 1_000 }))
      await expect.poll(() => logOf(opened)).toEqual(['agentInvoked true'])
      expect(await again).toMatchObject({ status: 'cancelled', by: 'signal' })
    })

    test('without toolautosubmit the form is filled and submitted all the same', async ({ open }) => {
      const opened = await openForm(
        open,
        api,
        formPage(
          '',
          oneField,
          respond(`'ripe'`) + `\nform.addEventListener('submit', () => (form.hidden = true))`,
        ),
      )
      const result = await submit(opened)
      expect(result).toMatchObject({ status: 'ok' })
      // Only where the extension submits by itself can it let the page answer; the browser would wait for the person.
      const isHeard = api === 'page script'
      expect(await logOf(opened)).toEqual([`agentInvoked ${String(isHeard)}`])
      expect(JSON.stringify(result).includes('ripe')).toBe(isHeard)
    })

    test('what our own submit causes is not the person’s edit', async ({ open }) => {
      const opened = await openForm(open, api, formPage('toolautosubmit', oneField, respond(`'ripe'`)))
      await submit(opened)
      const refilled = await opened.inContent(({ call }) => call('order.fill', { values: { fruit: 'plum' } }))
      expect(refilled).toMatchObject({ status: 'ok', data: { skipped: [] } })
    })
  })
}

test('the browser’s own list has a declared form, that of the page script has not', async ({ open }) => {
  const listed: Record<string, unknown> = {}
  for (const api of apis) {
    const { page } = await openForm(open, api, formPage('toolautosubmit', oneField, respond(`'ripe'`)))
    listed[api] = await page.evaluate(async () =>
      (await document.modelContext.getTools()).map(({ name, description }) => ({ name, description })),
    )
  }
  expect(listed).toEqual({
    native: [{ name: 'order', description: 'Orders fruit' }],
    'page script': [],
  })
})

test('natively the page sees its form at work: filled when it is activated, marked, and unmarked when given up', async ({
  open,
}) => {
  const { page } = await open('native', { html: formPage('', oneField) })
  const seen = await page.evaluate(async () => {
    const { modelContext } = document
    const form = document.querySelector('#form') as HTMLFormElement
    const button = form.querySelector('button') as HTMLButtonElement
    const marks = () => [form.matches(':tool-form-active'), button.matches(':tool-submit-active')]
    const seen: unknown[] = [marks()]
    const activated = new Promise((done) =>
      modelContext.addEventListener('toolactivated', (event) => {
        seen.push([event.toolName, new FormData(form).get('fruit'), ...marks()])
        done(undefined)
      }),
    )
    const cancelled = new Promise((done) =>
      modelContext.addEventListener('toolcancel', (event) => {
        seen.push([event.toolName, ...marks()])
        done(undefined)
      }),
    )
    const [tool] = await modelContext.getTools()
    const controller = new AbortController()
    const result = modelContext.executeTool(tool as never, { fruit: 'pear' }, { signal: controller.signal })
    await activated
    controller.abort()
    await result.catch((error: Error) => seen.push(error.name))
    await cancelled
    return seen
  })
  expect(seen).toEqual([[false, false], ['order', 'pear', true, true], 'AbortError', ['order', false, false]])
})
