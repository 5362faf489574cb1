import { expect, test } from './form-world.ts'

const one = (html: string): string => `<form aria-label="Form">${html}</form>`

test('three lines given to an editable element become three lines', async ({ world }) => {
  await world.open(one('<div contenteditable aria-label="Letter" id="letter"></div>'))
  const data = await world.fill('form.fill', { letter: 'Line 1\nLine 2\nLine 3' })
  expect(data.skipped).toEqual([])
  expect(await world.page.evaluate('letter.innerText')).toBe('Line 1\nLine 2\nLine 3')
  expect(await world.undo()).toMatchObject({ status: 'ok', data: { skipped: [] } })
  expect(await world.page.evaluate('letter.innerText')).toBe('')
})

test('undo of an editable element brings its formats back', async ({ world }) => {
  await world.open(one('<div contenteditable aria-label="Letter" id="letter">Dear <b>Ada</b>, hello</div>'))
  await world.fill('form.fill', { letter: 'Gone' })
  expect(await world.page.evaluate('letter.innerText')).toBe('Gone')
  expect(await world.undo()).toMatchObject({ status: 'ok', data: { skipped: [] } })
  expect(await world.page.evaluate('letter.innerHTML')).toContain('<b>Ada</b>')
})

const combobox = `
  <div role="combobox" id="cb" aria-label="Fruit" tabindex="0" aria-expanded="false" aria-haspopup="listbox">Apple</div>
  <script>
    const fruits = ['Apple', 'Pear', 'Plum']
    cb.onclick = () => {
      if (document.getElementById('lb')) return close()
      const list = document.createElement('div'); list.id = 'lb'; list.setAttribute('role', 'listbox')
      for (const fruit of fruits) {
        const option = document.createElement('div'); option.setAttribute('role', 'option'); option.textContent = fruit
        option.onclick = () => { cb.textContent = fruit; window.picked = fruit; close() }
        list.append(option)
      }
      document.body.append(list); cb.setAttribute('aria-expanded', 'true')
    }
    const close = () => { document.getElementById('lb')?.remove(); cb.setAttribute('aria-expanded', 'false') }
    cb.onkeydown = (event) => { if (event.key === 'Escape') close() }
  </script>`

test('a combobox made of divs takes one of its options, drawn elsewhere, and nothing else', async ({
  world,
}) => {
  await world.open(one(`<label>Name <input name="name"></label>${combobox}`))
  const refused = await world.call('form.fill', { values: { name: 'Ada', fruit: 'Durian' } })
  expect(refused).toMatchObject({ status: 'invalid', issues: [{ path: 'values.fruit' }] })
  expect(JSON.stringify(refused)).toMatch(/Apple.*Pear.*Plum/)
  expect(await world.page.inputValue('[name=name]')).toBe('')
  const data = await world.fill('form.fill', { fruit: 'Plum' })
  expect(data.changes).toEqual([{ path: 'values.fruit', before: 'Apple', after: 'Plum' }])
  expect(await world.page.evaluate('picked')).toBe('Plum')
  await world.undo()
  expect(await world.page.textContent('#cb')).toBe('Apple')
  const options = await world.call('form.options', { field: 'fruit', query: 'p' })
  expect(options).toMatchObject({
    status: 'ok',
    data: [{ title: 'Apple' }, { title: 'Pear' }, { title: 'Plum' }],
  })
})

test('switches, radio groups, listboxes, sliders and text boxes made of divs take their values', async ({
  world,
}) => {
  await world.open(
    one(`
    <div role="switch" style="width:20px;height:20px" tabindex="0" aria-checked="false" aria-label="Alerts" onclick="this.setAttribute('aria-checked', this.getAttribute('aria-checked') !== 'true')"></div>
    <div role="radiogroup" aria-label="Size" onclick="const r = event.target.closest('[role=radio]'); if (r) for (const x of this.children) x.setAttribute('aria-checked', x === r)">
      <div role="radio" aria-checked="true" tabindex="0">Small</div><div role="radio" aria-checked="false" tabindex="0">Large</div></div>
    <ul role="listbox" aria-label="Toppings" aria-multiselectable="true" onclick="const o = event.target.closest('[role=option]'); if (o) o.setAttribute('aria-selected', o.getAttribute('aria-selected') !== 'true')">
      <li role="option" aria-selected="true">Cheese</li><li role="option" aria-selected="false">Olives</li><li role="option" aria-selected="false">Ham</li></ul>
    <div role="slider" tabindex="0" aria-label="Volume" aria-valuemin="0" aria-valuemax="10" aria-valuenow="3" onkeydown="const n = Number(this.getAttribute('aria-valuenow')); if (event.key === 'ArrowUp') this.setAttribute('aria-valuenow', n + 1); if (event.key === 'ArrowDown') this.setAttribute('aria-valuenow', n - 1)">x</div>
    <div role="textbox" contenteditable="plaintext-only" aria-label="Note"></div>`),
  )
  const data = await world.fill('form.fill', {
    alerts: true,
    size: 'Large',
    toppings: ['Olives', 'Ham'],
    volume: 7,
    note: 'Hi',
  })
  expect(data).toEqual({
    changes: [
      { path: 'values.alerts', before: false, after: true },
      { path: 'values.size', before: 'Small', after: 'Large' },
      { path: 'values.toppings', before: ['Cheese'], after: ['Olives', 'Ham'] },
      { path: 'values.volume', before: 3, after: 7 },
      { path: 'values.note', after: 'Hi' },
    ],
    skipped: [],
  })
  await world.undo()
  expect(await world.page.getAttribute('[role=slider]', 'aria-valuenow')).toBe('3')
  expect(await world.page.getAttribute('[role=switch]', 'aria-checked')).toBe('false')
})

test('what the page puts back is reverted, what it changes is coerced and stops the submit', async ({
  world,
}) => {
  await world.open(`<form aria-label="Form" onsubmit="window.sent = true; return false">
    <label>Stubborn <input name="stubborn" oninput="this.value = ''"></label>
    <label>Code <input name="code" oninput="this.value = this.value.toUpperCase()"></label>
    <label>Name <input name="who"></label><button>Save</button></form>`)
  const data = await world.fill('form.fill', { stubborn: 'x', code: 'abc', who: 'Ada' }, { submit: true })
  expect(data).toMatchObject({
    changes: [
      { path: 'values.code', after: 'ABC' },
      { path: 'values.who', after: 'Ada' },
    ],
    skipped: [
      { path: 'values.stubborn', reason: 'reverted' },
      { path: 'values.code', reason: 'coerced' },
    ],
    submitted: false,
  })
  expect(await world.page.evaluate('window.sent')).toBeUndefined()
  expect(await world.call('form.fill', { values: { stubborn: 'y' } })).toMatchObject({
    status: 'error',
    message: expect.stringContaining('No field accepted its value'),
  })
})

test('what the person typed is kept unless overwrite is asked for, before and after sharing', async ({
  world,
}) => {
  const html = one(
    '<label>A <input name="a" value="old"></label><label>B <input name="b"></label><label><input type="checkbox" name="c"> C</label>',
  )
  await world.openThenShare(html, async () => {
    await world.page.fill('[name=a]', 'mine')
  })
  await world.page.locator('[name=c]').click()
  const preview = await world.preview('form.fill', { values: { a: 'x', b: 'y', c: false } })
  expect(preview).toMatchObject({
    changes: [{ path: 'values.b', after: 'y' }],
    skipped: [
      { path: 'values.a', reason: 'user_edited' },
      { path: 'values.c', reason: 'user_edited' },
    ],
  })
  const data = await world.fill('form.fill', { a: 'x', b: 'y', c: false })
  expect(data.skipped).toEqual(preview.skipped)
  expect(await world.page.inputValue('[name=a]')).toBe('mine')
  expect((await world.fill('form.fill', { a: 'x', c: false }, { overwrite: true })).skipped).toEqual([])
  expect((await world.fill('form.fill', { a: 'again', c: true })).skipped).toEqual([])
  await world.page.fill('[name=a]', 'mine again')
  expect(await world.undo()).toMatchObject({
    data: { skipped: [{ path: 'values.a', reason: 'user_edited' }] },
  })
  expect(await world.page.inputValue('[name=a]')).toBe('mine again')
  expect((await world.counts()).touched).toBeGreaterThan(0)
})

test('a time that does not exist is invalid and empties nothing, and a colour may be written in capitals', async ({
  world,
}) => {
  await world.open(
    one(`<label>At <input type="datetime-local" name="at" value="2026-01-01T10:00"></label>
      <label>Week <input type="week" name="week" value="2026-W01"></label>
      <label>Colour <input type="color" name="colour"></label>`),
  )
  for (const values of [{ at: '2026-02-30T10:00' }, { week: '2025-W53' }]) {
    const [key = ''] = Object.keys(values)
    const issues = [{ path: `values.${key}`, message: 'Must be a date or time that exists' }]
    expect(await world.preview('form.fill', { values })).toEqual({ status: 'invalid', issues })
    expect(await world.call('form.fill', { values })).toEqual({ status: 'invalid', issues })
  }
  expect(await world.page.inputValue('[name=at]')).toBe('2026-01-01T10:00')
  expect(await world.page.inputValue('[name=week]')).toBe('2026-W01')
  const data = await world.fill('form.fill', { colour: '#ABCDEF', week: '2026-W53' })
  expect(data).toMatchObject({ changes: [{ after: '2026-W53' }, { after: '#abcdef' }], skipped: [] })
})

test('a select that loads its options after another one changed is waited for', async ({ world }) => {
  await world.open(
    one(`
    <label>Country <select name="country"><option value="">–<option>Belgium<option>Italy</select></label>
    <label>City <select name="city"><option value="">–</select></label>
    <script>document.forms[0].country.onchange = (event) => setTimeout(() => {
      document.forms[0].city.innerHTML = '<option value="">–' + { Belgium: '<option>Ghent', Italy: '<option>Rome' }[event.target.value]
    }, 300)</script>`),
  )
  const data = await world.fill('form.fill', { country: 'Italy', city: 'Rome' })
  expect(data).toMatchObject({ changes: [{ after: 'Italy' }, { after: 'Rome' }], skipped: [] })
})

test('a file field takes the file that was picked, and undo takes it away', async ({ world }) => {
  await world.open(one('<label>CV <input type="file" name="cv" accept=".pdf"></label>'))
  await world.page.evaluate(
    `document.forms[0].cv.addEventListener('change', () => { window.changed = true })`,
  )
  await world.evaluate(
    `formSource.offerFile('your CV', new File(['hello'], 'cv.pdf', { type: 'application/pdf' }))`,
  )
  const data = await world.fill('form.fill', { cv: { ref: 'your CV' } })
  expect(data.changes).toEqual([
    { path: 'values.cv', after: [{ file: { name: 'cv.pdf', size: 5, type: 'application/pdf' } }] },
  ])
  expect(await world.page.evaluate('[document.forms[0].cv.files[0].name, window.changed]')).toEqual([
    'cv.pdf',
    true,
  ])
  await world.undo()
  expect(await world.page.evaluate('document.forms[0].cv.files.length')).toBe(0)
})

test('a password stays secret after it was made visible, and filled can be told from empty', async ({
  world,
}) => {
  await world.open(
    one(
      '<label>First <input type="password" name="first" value="hunter2"></label><label>Second <input type="password" name="second"></label>',
    ),
  )
  await world.page.evaluate(`document.forms[0].first.type = 'text'`)
  await expect
    .poll(async () => (await world.fields('form.fill'))['first'])
    .toMatchObject({ format: 'password' })
  const preview = await world.preview('form.fill', { values: { first: 'hunter2', second: 'x' } })
  expect(preview.changes).toEqual([
    { path: 'values.first', before: '[redacted]', after: '[redacted]' },
    { path: 'values.second', after: '[redacted]' },
  ])
})

test('a framework that replaces elements while one fills gets every value', async ({ world }) => {
  await world.open(
    one(`<div id="slot"></div><script>
    const draw = (a, b) => { slot.innerHTML = '<label>A <input name="a"></label><label>B <input name="b"></label>'
      const [x, y] = slot.querySelectorAll('input'); x.value = a; y.value = b
      for (const input of [x, y]) input.oninput = () => draw(x.value, y.value) }
    draw('', '')</script>`),
  )
  const data = await world.fill('form.fill', { a: '1', b: '2' })
  expect(data).toMatchObject({ changes: [{ after: '1' }, { after: '2' }], skipped: [] })
})

test('the lines of an editable element are read as a person sees them', async ({ world }) => {
  const contents: [string, string | undefined][] = [
    ['one<br>two', 'one\ntwo'],
    ['one<div>two</div><div>three</div>', 'one\ntwo\nthree'],
    ['<p>one</p><p><br></p><p>three</p>', 'one\n\nthree'],
    ['<p>a <b>bold</b> word</p>', 'a bold word'],
    ['<ul><li><p>one</p></li><li><p>two</p></li></ul>', 'one\ntwo'],
    ['<div>one</div>two', 'one\ntwo'],
    ['<p>&#xFEFF;</p>', undefined],
    ['<p><span class="placeholder">Write…</span></p>', undefined],
  ]
  await world.open(
    one(
      contents
        .map(([html], i) => `<div contenteditable aria-label="E${i}" style="min-height:1em">${html}</div>`)
        .join(''),
    ),
  )
  const values = Object.fromEntries(contents.map((_, i) => [`e${i}`, 'x']))
  const { changes } = await world.preview('form.fill', { values })
  expect(changes.map(({ before }) => before)).toEqual(contents.map(([, text]) => text))
})
