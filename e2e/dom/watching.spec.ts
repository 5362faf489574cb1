import { type FormWorld, expect, test } from './form-world.ts'

/** Adds a form and waits for its two tools: by then the page has been looked at since all that came before. */
async function lookAgain(world: FormWorld): Promise<void> {
  await world.page.evaluate(
    `document.body.insertAdjacentHTML('beforeend', '<form aria-label="Probe"><input aria-label="P"><button>Go</button></form>')`,
  )
  await expect.poll(() => world.names()).toContain('probe.submit')
}

test('tools follow the page, and register anew only when they really changed', async ({ world }) => {
  await world.open(
    `<form aria-label="Form" id="f"><label id="l">Name <input name="a"></label><button>Save</button></form><div id="noise"></div>`,
  )
  const { registered } = await world.counts()
  expect(registered).toBe(2)
  await world.page.evaluate(
    `for (let i = 0; i < 2000; i++) { const d = document.createElement('div'); d.className = 'x' + i; d.textContent = i; noise.append(d) } f.className = 'touched'; document.body.style.color = 'red'`,
  )
  await lookAgain(world)
  expect((await world.counts()).registered).toBe(registered + 2)
  await world.page.evaluate(`document.forms[1].remove()`)

  await world.page.evaluate(
    `f.insertAdjacentHTML('afterbegin', '<label>Mail <input name="mail" type="email"></label>')`,
  )
  await expect.poll(async () => Object.keys(await world.fields('form.fill'))).toEqual(['mail', 'a'])
  await world.page.evaluate(`l.firstChild.data = 'Full name '`)
  await expect.poll(async () => (await world.fields('form.fill'))['a']).toMatchObject({ title: 'Full name' })
  await world.page.evaluate(`l.style.display = 'none'`)
  await expect.poll(async () => Object.keys(await world.fields('form.fill'))).toEqual(['mail'])
  await world.page.evaluate(`window.kept = f; f.remove()`)
  await expect.poll(() => world.names()).toEqual([])
  await world.page.evaluate(`document.body.append(kept)`)
  await expect.poll(() => world.names()).toEqual(['form.fill', 'form.submit'])
})

test('a form that a framework draws anew keeps its tools and its undo', async ({ world }) => {
  const form = '<form aria-label="Form"><label>Name <input name="a"></label></form>'
  await world.open(`<div id="app">${form}</div>`)
  await world.fill('form.fill', { a: 'Ada' })
  const { registered } = await world.counts()
  await world.page.evaluate(`app.innerHTML = ${JSON.stringify(form)}; document.forms[0].a.value = 'Ada'`)
  await lookAgain(world)
  expect((await world.counts()).registered).toBe(registered + 2)
  expect(await world.undo()).toMatchObject({ status: 'ok', data: { skipped: [] } })
  expect(await world.page.inputValue('[name=a]')).toBe('')
})

test('elements upgraded after sharing bring their fields', async ({ world }) => {
  await world.open(
    `<form aria-label="Form"><label>Name <input name="a"></label><x-late name="late" label="Late"></x-late></form>`,
  )
  expect(Object.keys(await world.fields('form.fill'))).toEqual(['a'])
  await world.page.evaluate(
    `customElements.define('x-late', class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<input>' } })`,
  )
  await expect.poll(async () => Object.keys(await world.fields('form.fill'))).toEqual(['a', 'late'])
})

test('a page that never stops changing beside its form is kept up with all the same', async ({ world }) => {
  await world.open(
    `<form aria-label="Form" id="f"><label id="l">Name <input name="a"></label></form><p id="noise">0</p>`,
  )
  const { registered } = await world.counts()
  await world.page.evaluate(
    `window.storm = setInterval(() => { for (let i = 0; i < 200; i++) noise.firstChild.data = String(Math.random()) }, 5)`,
  )
  await world.page.waitForTimeout(300)
  await world.page.evaluate(`f.insertAdjacentHTML('beforeend', '<label>Mail <input name="mail"></label>')`)
  await expect.poll(async () => Object.keys(await world.fields('form.fill'))).toEqual(['a', 'mail'])
  await world.fill('form.fill', { a: 'Ada', mail: 'ada@example.org' })
  expect(await world.page.inputValue('[name=mail]')).toBe('ada@example.org')
  await world.page.evaluate(`l.firstChild.data = 'Full name '`)
  await expect.poll(async () => (await world.fields('form.fill'))['a']).toMatchObject({ title: 'Full name' })
  await world.page.evaluate(`clearInterval(storm)`)
  await lookAgain(world)
  // Both of the form's tools for the new field, one for the new label, two of the probe.
  expect((await world.counts()).registered).toBe(registered + 5)
})
