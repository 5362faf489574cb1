import { expect, test } from './form-world.ts'

const booking = `
  <form id="booking" aria-labelledby="t" onsubmit="event.preventDefault(); window.sent = Object.fromEntries(new FormData(this)); document.getElementById('out').textContent = 'Booked'">
    <h2 id="t">Book a table</h2>
    <label>Full name <input name="name" required maxlength="80"></label>
    <label>Email <input name="email" type="email" required></label>
    <label>Date <input name="date" type="date"></label>
    <label>Time <select name="time"><option value="18:00">Six</option><option value="19:30">Half past seven</option></select></label>
    <label>Guests <input name="guests" type="number" min="1" max="6" value="2"></label>
    <label><input type="checkbox" name="terrace" value="yes"> On the terrace</label>
    <fieldset><legend>Menu</legend>
      <label><input type="radio" name="menu" value="a"> Meat</label>
      <label><input type="radio" name="menu" value="b"> Vegetables</label>
    </fieldset>
    <label>Password <input type="password" name="secret"></label>
    <label>Requests <textarea name="requests"></textarea></label>
    <button>Book</button>
  </form><output id="out"></output>`

test('a plain form is listed with its fields, filled, verified, undone and submitted', async ({ world }) => {
  await world.open(booking)
  expect(await world.names()).toEqual(['book-a-table.fill', 'book-a-table.submit'])
  const fields = await world.fields('book-a-table.fill')
  expect(Object.keys(fields)).toEqual([
    'name',
    'email',
    'date',
    'time',
    'guests',
    'terrace',
    'menu',
    'secret',
    'requests',
  ])
  expect(fields['guests']).toMatchObject({
    title: 'Guests',
    type: ['integer', 'null'],
    minimum: 1,
    maximum: 6,
  })
  expect(fields['time']).toMatchObject({ title: 'Time', enum: ['18:00', '19:30', null] })
  expect(fields['menu']).toMatchObject({ title: 'Menu', enum: ['a', 'b', null] })
  expect(fields['email']).toMatchObject({ format: 'email' })

  const values = {
    name: 'Ada',
    email: 'ada@example.org',
    date: '2026-12-24',
    time: '19:30',
    guests: 4,
    terrace: true,
    menu: 'b',
    secret: 'hunter2',
    requests: 'One\nTwo',
  }
  const preview = await world.preview('book-a-table.fill', { values })
  expect(preview.changes).toContainEqual({ path: 'values.guests', before: 2, after: 4 })
  expect(preview.changes).toContainEqual({ path: 'values.secret', after: '[redacted]' })
  expect(await world.page.inputValue('[name=name]')).toBe('')

  const data = await world.fill('book-a-table.fill', values)
  expect(data.skipped).toEqual([])
  expect(data.changes).toEqual(preview.changes)
  expect(JSON.stringify(data)).not.toContain('hunter2')

  expect(await world.call('book-a-table.submit', {})).toMatchObject({
    status: 'ok',
    data: { submitted: true },
  })
  expect(await world.page.evaluate('sent')).toEqual({
    name: 'Ada',
    email: 'ada@example.org',
    date: '2026-12-24',
    time: '19:30',
    guests: '4',
    terrace: 'yes',
    menu: 'b',
    secret: 'hunter2',
    requests: 'One\nTwo',
  })

  expect(await world.undo()).toMatchObject({ status: 'ok', data: { skipped: [] } })
  expect(await world.page.inputValue('[name=name]')).toBe('')
  expect(await world.page.inputValue('[name=guests]')).toBe('2')
  expect(await world.page.inputValue('[name=time]')).toBe('18:00')
  expect(await world.page.inputValue('[name=secret]')).toBe('')
  expect(await world.page.isChecked('[value=b]')).toBe(false)
})

test('a submit that does not validate gives the page’s own messages per field', async ({ world }) => {
  await world.open(booking)
  const result = await world.call('book-a-table.fill', { values: { name: 'Ada' }, submit: true })
  expect(result).toEqual({
    status: 'invalid',
    issues: [{ path: 'values.email', message: 'Please fill out this field.' }],
  })
  expect(await world.page.evaluate('window.sent')).toBeUndefined()
})
