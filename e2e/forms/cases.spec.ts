import { expect, test } from './open-form.ts'

test('a React input is cleared to the empty string', async ({ openForm }) => {
  const { page, agent, tool } = await openForm('/frameworks/dist/react-state/')
  const fill = await tool()
  await agent.call(fill, { values: { name: 'Ada' } })
  const { result } = await agent.call(fill, { values: { name: null } })
  expect(result).toMatchObject({
    status: 'ok',
    data: { changes: [{ path: 'values.name', before: 'Ada' }], skipped: [] },
  })
  expect(await page.evaluate('window.__state().name')).toBe('')
})

test('a React form lets itself be sent once its fields are filled', async ({ openForm }) => {
  const { page, agent, tool } = await openForm('/frameworks/dist/react-state/')
  await expect(page.getByRole('button', { name: 'Create account' })).toBeDisabled()
  const values = { name: 'Ada', i_accept_the_terms: true }
  const { result } = await agent.call(await tool(), { values, submit: true })
  expect(result).toMatchObject({ status: 'ok', data: { submitted: true } })
  expect(await page.evaluate('window.__submitted')).toMatchObject({ name: 'Ada', terms: true })
})

test('a value that the page changes is told as it was kept, and nothing is submitted', async ({
  openForm,
}) => {
  const { page, agent, tool } = await openForm('/frameworks/dist/react-state/')
  const { result } = await agent.call(await tool(), { values: { code_word: 'quiet' }, submit: true })
  expect(result).toMatchObject({
    status: 'ok',
    data: {
      submitted: false,
      changes: [{ path: 'values.code_word', after: 'QUIET' }],
      skipped: [{ path: 'values.code_word', reason: 'coerced' }],
    },
  })
  expect(await page.evaluate('window.__submitted ?? null')).toBeNull()
})

test('an Angular control is dirty and touched after a fill, and Save works', async ({ openForm }) => {
  const { page, agent, tool } = await openForm('/frameworks/dist/angular/')
  await agent.call(await tool(), { values: { name: 'Ada' } })
  expect(await page.evaluate('window.__formFlags()')).toEqual({ isDirty: true, isTouched: true })
  await page.getByRole('button', { name: 'Save' }).click()
  expect(await page.evaluate('window.__submitted.name')).toBe('Ada')
})

test('three lines go into a contenteditable as three lines', async ({ openForm }) => {
  const { page, agent, tool } = await openForm('/plain/lines.html')
  const text = 'Line 1\nLine 2\nLine 3'
  const { result } = await agent.call(await tool(), { values: { text } })
  expect(result).toMatchObject({ status: 'ok', data: { changes: [{ path: 'values.text', after: text }] } })
  expect((await page.locator('#text').innerText()).split('\n').filter(Boolean)).toEqual(text.split('\n'))
})

test('an ARIA combobox takes its own choices and says them when another is asked for', async ({
  openForm,
}) => {
  const { page, agent, tool } = await openForm('/plain/aria-combobox.html')
  const fill = await tool()
  const refused = await agent.call(fill, { values: { class: 'Steerage' } })
  expect(refused.result.status).toBe('invalid')
  for (const choice of ['Economy', 'Business', 'First'])
    expect(JSON.stringify(refused.result)).toContain(choice)
  expect(await page.evaluate('window.chosen')).toBe('Economy')
  expect((await agent.call(fill, { values: { class: 'First' } })).result.status).toBe('ok')
  expect(await page.evaluate('window.chosen')).toBe('First')
})

test('a native select that only mirrors a drawn one is not a field of its own', async ({ openForm }) => {
  const { page, agent, fields, tool } = await openForm('/plain/mirrored-select.html')
  expect(Object.values(await fields()).map(({ title }) => title)).toEqual(['Size'])
  const [key = ''] = Object.keys(await fields())
  expect((await agent.call(await tool(), { values: { [key]: 'Large' } })).result.status).toBe('ok')
  await expect(page.locator('#mirror')).toHaveValue('l')
})

test('fields without names and outside any form are named by their labels', async ({ openForm }) => {
  const { page, agent, fields, tool } = await openForm('/plain/loose-fields.html')
  expect(Object.keys(await fields())).toEqual(['from', 'to', 'passengers'])
  const values = { from: 'Oslo', to: 'Rome', passengers: 2 }
  expect((await agent.call(await tool(), { values })).result.status).toBe('ok')
  expect((await agent.call(await tool('.submit'), {})).result.status).toBe('ok')
  expect(await page.evaluate('window.searched')).toEqual(['Oslo', 'Rome', '2'])
})

for (const wrong of ['02/28/2026', 'Sat Feb 28 2026 00:00:00 GMT+0100', '2026-02-30'])
  test(`a date field refuses “${wrong}” and says how dates are written`, async ({ openForm }) => {
    const { page, agent, tool } = await openForm('/plain/dates-and-files.html')
    const { result } = await agent.call(await tool(), { values: { birthday: wrong } })
    expect(result).toMatchObject({ status: 'invalid', issues: [{ path: 'values.birthday' }] })
    expect(JSON.stringify(result)).toContain('yyyy-mm-dd')
    await expect(page.getByLabel('Birthday')).toHaveValue('')
  })

test('a path is no file', async ({ openForm }) => {
  const { page, agent, tool } = await openForm('/plain/dates-and-files.html')
  const { result } = await agent.call(await tool(), { values: { cv: '~/.ssh/id_rsa' } })
  expect(result).toMatchObject({ status: 'invalid', issues: [{ path: 'values.cv' }] })
  expect(await page.getByLabel('CV').evaluate((input: HTMLInputElement) => input.files?.length)).toBe(0)
})

test('two frames with one address are told apart, and each is filled by itself', async ({ openForm }) => {
  const { page, agent } = await openForm('/plain/frames.html')
  await expect
    .poll(async () => (await agent.listTools()).filter((name) => name.endsWith('.fill')).length)
    .toBe(3)
  const [first, second] = (await agent.listTools()).filter((name) => /address.*\.fill$/.test(name))
  expect(first).not.toBe(second)
  await agent.call(first ?? '', { values: { street: 'One' } })
  await agent.call(second ?? '', { values: { street: 'Two' } })
  const streets = page.frames().filter((frame) => frame.url().endsWith('framed-form.html'))
  const values = await Promise.all(streets.map((frame) => frame.getByLabel('Street').inputValue()))
  expect(values.toSorted()).toEqual(['One', 'Two'])
})

test('an agent sees nothing of a hidden frame of another site', async ({ openForm, desk }) => {
  const address = desk.pages.add(
    '/hidden-frame.html',
    `<!doctype html><title>Harmless</title><form aria-label="Harmless"><label>Word <input name="word"></label><button>Go</button></form>
     <iframe src="${desk.pages.otherOrigin}/plain/loose-fields.html" style="display:none"></iframe>
     <iframe src="${desk.pages.otherOrigin}/plain/loose-fields.html" style="position:absolute;left:-9999px"></iframe>`,
  )
  const { page, agent } = await openForm(address)
  await expect.poll(() => page.frames().length).toBe(3)
  expect(await agent.listTools()).toEqual(['harmless.fill', 'harmless.submit'])
})

test('what a server says about a field after a submit is told to the agent', async ({ openForm }) => {
  const { agent, tool } = await openForm('/plain/server-errors.html')
  const { result } = await agent.call(await tool(), { values: { user: 'ada' }, submit: true })
  expect(result).toMatchObject({
    status: 'invalid',
    issues: [{ path: 'values.user', message: 'The name ada is taken' }],
  })
})

test('a submit that leaves the page ends on the new one', async ({ openForm }) => {
  const { page, agent, tool } = await openForm('/plain/leaving.html')
  const { result } = await agent.call(await tool(), { values: { product: 'Tea' }, submit: true })
  expect(result).toMatchObject({ status: 'ok', data: { navigated: true } })
  await expect(page).toHaveTitle('Thank you')
  expect(page.url()).toContain('product=Tea')
})

for (const [what, headers, status] of [
  ['an empty answer', {}, 204],
  ['a download', { 'content-disposition': 'attachment; filename=list.csv' }, 200],
] as const)
  test(`a submit that ends in ${what} is told soon, and not as seen`, async ({ openForm, desk }) => {
    const path = `/answer-${status}`
    desk.pages.add(path, status === 200 ? 'a,b' : '', headers, status)
    const address = desk.pages.add(
      `/form-${status}.html`,
      `<!doctype html><title>Export ${status}</title><form aria-label="Export" action="${path}"><label>Year <input name="year"></label><button>Export</button></form>`,
    )
    const { page, agent, tool } = await openForm(address)
    const startedAt = Date.now()
    const { result } = await agent.call(await tool(), { values: { year: '2026' }, submit: true })
    expect(result).toMatchObject({ status: 'ok', data: { submitted: true, observed: false } })
    expect(Date.now() - startedAt).toBeLessThan(20_000)
    await expect(page).toHaveTitle(`Export ${status}`)
  })

test('a submit with a required field empty gives the page’s own message', async ({ openForm }) => {
  const { page, agent, tool } = await openForm('/plain/leaving.html')
  const { result } = await agent.call(await tool('.submit'), {})
  expect(result).toMatchObject({ status: 'invalid', issues: [{ path: 'values.product' }] })
  await expect(page).toHaveTitle('Order')
})
