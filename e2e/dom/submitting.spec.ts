import { expect, test } from './form-world.ts'

test('a submit that a handler prevents with no effect is never reported as submitted', async ({ world }) => {
  await world.open(`<form aria-label="Form" onsubmit="return false"><input name="a"><button>Save</button></form>
    <div id="clock">0</div><script>setInterval(() => { clock.textContent = Date.now() }, 100)</script>`)
  expect(await world.call('form.submit', {})).toMatchObject({ status: 'error' })
})

test('a submit that the page handles itself says what it showed', async ({ world }) => {
  await world.open(`<form aria-label="Form"><input name="a"><button>Save</button></form><p id="out"></p>
    <script>document.forms[0].onsubmit = (event) => { event.preventDefault(); setTimeout(() => { out.textContent = 'Saved as 42' }, 200) }</script>`)
  expect(await world.call('form.submit', {})).toMatchObject({
    status: 'ok',
    data: { submitted: true, messages: ['Saved as 42'] },
  })
})

test('errors that the page shows after a submit are reported for their fields', async ({ world }) => {
  await world.open(`<form aria-label="Form" novalidate><label>Mail <input name="mail" aria-describedby="e"></label><span id="e"></span><button>Save</button></form>
    <script>document.forms[0].onsubmit = (event) => { event.preventDefault(); setTimeout(() => {
      document.forms[0].mail.setAttribute('aria-invalid', 'true'); e.textContent = 'Already taken' }, 100) }</script>`)
  expect(await world.call('form.fill', { values: { mail: 'a@b.example' }, submit: true })).toEqual({
    status: 'invalid',
    issues: [{ path: 'values.mail', message: 'Already taken' }],
  })
})

test('a submit that navigates sends what was filled with the right button', async ({ world }) => {
  await world.page.route('http://forms.test/done**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>Thank you</p>' }),
  )
  await world.open(
    `<form aria-label="Form" action="/done"><input name="a" aria-label="A"><button name="act" value="draft">Save draft</button><button name="act" value="send">Send</button></form>`,
  )
  await world.fill('form.fill', { a: '1' })
  expect((await world.describe('form.submit'))['input']).toMatchObject({
    properties: { button: { enum: ['draft', 'send'] } },
  })
  const left = world.call('form.submit', { button: 'send' }).catch((error: unknown) => error)
  await world.page.waitForURL('http://forms.test/done?a=1&act=send')
  await left
})

test('a submit into another window, a dialog or an empty answer is not claimed to be observed', async ({
  world,
}) => {
  await world.page
    .context()
    .route('http://forms.test/elsewhere**', (route) =>
      route.fulfill({ contentType: 'text/html', body: 'ok' }),
    )
  await world.open(`<form aria-label="Form" action="/elsewhere" target="_blank"><input name="a"><button>Send</button></form>
    <dialog open aria-label="Ask"><form method="dialog" aria-label="Ask"><input name="b" aria-label="B"><button>OK</button></form></dialog>`)
  expect(await world.call('form.submit', {})).toEqual({
    status: 'ok',
    data: { submitted: true, observed: false },
  })
  expect(await world.call('ask.submit', {})).toEqual({ status: 'ok', data: { submitted: true } })
})

test('a disabled button submits nothing, and a form for another site says where it sends', async ({
  world,
}) => {
  await world.open(
    `<form aria-label="Form" action="https://elsewhere.example/x"><input name="a" aria-label="A"><button disabled>Send</button></form>`,
  )
  expect(await world.call('form.submit', {})).toMatchObject({ status: 'error' })
  expect((await world.describe('form.submit'))['sendsTo']).toBe('https://elsewhere.example')
  expect(await world.preview('form.fill', { values: { a: 'x' } })).toMatchObject({
    sendsTo: 'https://elsewhere.example',
  })
})

test('a submit’s preview lists what differs from what the page loaded with', async ({ world }) => {
  await world.open(
    `<form aria-label="Form" onsubmit="return false"><input name="a" value="1" aria-label="A"><input name="b" value="2" aria-label="B"><button>Save</button></form>`,
  )
  await world.page.fill('[name=b]', '3')
  expect(await world.preview('form.submit', {})).toMatchObject({
    isSubmitting: true,
    changes: [{ path: 'values.b', before: '2', after: '3' }],
  })
})

test('fields without a form are submitted by the button beside them', async ({ world }) => {
  await world.open(`<main><h1>Profile</h1><label>Name <input id="n"></label><button id="save">Save changes</button><p id="out"></p></main>
    <script>save.onclick = () => { out.textContent = 'Saved ' + n.value }</script>`)
  const result = await world.call('profile.fill', { values: { name: 'Ada' }, submit: true })
  expect(result).toMatchObject({ status: 'ok', data: { submitted: true, messages: ['Saved Ada'] } })
})

test('fields that are named like properties of a form hide none of them', async ({ world }) => {
  const names = [
    'id',
    'elements',
    'method',
    'noValidate',
    'requestSubmit',
    'submit',
    'title',
    'name',
    'action',
  ]
  const fields = names.map((name) => `<input name="${name}" aria-label="The ${name}">`).join('')
  await world.open(`<form action="/orders/new">${fields}</form><p id="out"></p>
    <script>document.forms[0].addEventListener('submit', (event) => { event.preventDefault(); out.textContent = 'Saved as 42' })</script>`)
  const values = Object.fromEntries(names.map((name) => [name, `a ${name}`]))
  expect(await world.call('new.fill', { values, submit: true })).toMatchObject({
    status: 'ok',
    data: {
      changes: names.map((name) => ({ path: `values.${name}`, after: `a ${name}` })),
      submitted: true,
      messages: ['Saved as 42'],
    },
  })
})
