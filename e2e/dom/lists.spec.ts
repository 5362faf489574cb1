import { expect, test } from './form-world.ts'

const toppings = `
  <form aria-label="Pizza">
    <label>Toppings <select name="toppings" multiple>
      <option value="o" selected>Olives</option><option value="h">Ham</option><option value="c" selected>Cheese</option>
    </select></label>
    <fieldset><legend>Sides</legend>
      <label><input type="checkbox" name="sides" value="s" checked> Salad</label>
      <label><input type="checkbox" name="sides" value="b"> Bread</label>
      <label><input type="checkbox" name="sides" value="d"> Dip</label>
    </fieldset>
  </form>`

const chosen = `[[...document.querySelectorAll('option:checked')].map((o) => o.value), [...document.querySelectorAll('[name=sides]:checked')].map((b) => b.value)]`

test('lists say that they take operations, and the signature stays short', async ({ world }) => {
  await world.open(toppings)
  const fields = await world.fields('pizza.fill')
  for (const key of ['toppings', 'sides'])
    expect(fields[key]).toMatchObject({
      type: ['array', 'object', 'null'],
      items: { type: 'string' },
      properties: { $append: { type: 'array' }, $remove: { items: { type: 'integer' } } },
      additionalProperties: false,
    })
})

test('an operation is previewed as the lists before and after, written, and undone', async ({ world }) => {
  await world.open(toppings)
  const values = { toppings: { $append: ['h'], $remove: [0] }, sides: { $append: ['d', 's'] } }
  const changes = [
    { path: 'values.toppings', before: ['o', 'c'], after: ['c', 'h'] },
    { path: 'values.sides', before: ['s'], after: ['s', 'd'] },
  ]
  expect(await world.preview('pizza.fill', { values })).toMatchObject({ changes, skipped: [] })
  expect(await world.page.evaluate(chosen)).toEqual([['o', 'c'], ['s']])
  const data = await world.fill('pizza.fill', values)
  expect(data.skipped).toEqual([])
  // A list of choices is read back in the order of the page.
  expect(data.changes).toEqual([
    { path: 'values.toppings', before: ['o', 'c'], after: ['h', 'c'] },
    changes[1],
  ])
  expect(await world.page.evaluate(chosen)).toEqual([
    ['h', 'c'],
    ['s', 'd'],
  ])
  await world.undo()
  expect(await world.page.evaluate(chosen)).toEqual([['o', 'c'], ['s']])
})

test('a plain array still replaces, and null empties', async ({ world }) => {
  await world.open(toppings)
  await world.fill('pizza.fill', { toppings: ['h'], sides: null })
  expect(await world.page.evaluate(chosen)).toEqual([['h'], []])
})

test('a position that is not there is invalid, in the preview and in the run, and nothing is written', async ({
  world,
}) => {
  await world.open(toppings)
  const input = { values: { sides: { $append: ['b'] }, toppings: { $remove: [2] } } }
  const refused = {
    status: 'invalid',
    issues: [{ path: 'values.toppings.$remove.0', message: 'There is no item at 2. Positions now: 0 to 1' }],
  }
  expect(await world.preview('pizza.fill', input)).toEqual(refused)
  expect(await world.call('pizza.fill', input)).toEqual(refused)
  expect(await world.page.evaluate(chosen)).toEqual([['o', 'c'], ['s']])
})

test('an operation on a list that the person edited needs overwrite, and then keeps their choices', async ({
  world,
}) => {
  await world.open(toppings)
  await world.page.getByLabel('Bread').check()
  const values = { sides: { $append: ['d'] } }
  expect(await world.preview('pizza.fill', { values })).toMatchObject({
    changes: [],
    skipped: [{ path: 'values.sides', reason: 'user_edited' }],
  })
  const data = await world.fill('pizza.fill', values, { overwrite: true })
  expect(data.changes).toEqual([{ path: 'values.sides', before: ['s', 'b'], after: ['s', 'b', 'd'] }])
})

test('a file field of several takes every file of every reference, and undo takes them away', async ({
  world,
}) => {
  await world.open(
    '<form aria-label="Form"><label>Papers <input type="file" name="papers" multiple></label></form>',
  )
  await world.evaluate(
    `formSource.offerFile('your CV', new File(['a'], 'cv.pdf'));
     formSource.offerFile('letters', new File(['bb'], 'one.pdf'), new File(['ccc'], 'two.pdf'))`,
  )
  const names = '[...document.forms[0].papers.files].map((file) => file.name)'
  const data = await world.fill('form.fill', { papers: [{ ref: 'your CV' }, { ref: 'letters' }] })
  expect(data.changes).toMatchObject([
    { path: 'values.papers', after: [{ file: { size: 1 } }, { file: { size: 2 } }, { file: { size: 3 } }] },
  ])
  expect(await world.page.evaluate(names)).toEqual(['cv.pdf', 'one.pdf', 'two.pdf'])
  await world.fill('form.fill', { papers: { ref: 'your CV' } })
  expect(await world.page.evaluate(names)).toEqual(['cv.pdf'])
  await world.undo()
  expect(await world.page.evaluate(names)).toEqual(['cv.pdf', 'one.pdf', 'two.pdf'])
})
