import { expect, test } from './form-world.ts'

test('fields without name and outside any form get usable names from what stands beside them', async ({
  world,
}) => {
  await world.open(`
    <main><h1>Profile</h1>
      <label for="a">First name</label> <input id="a">
      <div>Last name</div><div><input></div>
      <table><tr><td>Street</td><td><input></td></tr></table>
      <input placeholder="Nickname"><input aria-label="Stadt &amp; Ort">
      <span id="l1">Phone</span><input aria-labelledby="l1">
      <label>Größe * <input></label>
      <button>Save profile</button>
    </main>`)
  const fields = await world.fields('profile.fill')
  expect(Object.entries(fields).map(([key, { title }]) => [key, title])).toEqual([
    ['first_name', 'First name'],
    ['last_name', 'Last name'],
    ['street', 'Street'],
    ['nickname', 'Nickname'],
    ['stadt_ort', 'Stadt & Ort'],
    ['phone', 'Phone'],
    ['größe', 'Größe'],
  ])
  const data = await world.fill('profile.fill', { last_name: 'Lovelace', street: 'Main Street 1' })
  expect(data).toEqual({
    changes: [
      { path: 'values.last_name', after: 'Lovelace' },
      { path: 'values.street', after: 'Main Street 1' },
    ],
    skipped: [],
  })
})

test('hidden, unreachable, disabled, trapped and mirrored controls are left out', async ({ world }) => {
  await world.open(`
    <style>.vh{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)}</style>
    <form aria-label="Signup">
      <label>Email <input name="email"></label>
      <input type="hidden" name="token" value="x">
      <label style="display:none">Gone <input name="gone"></label>
      <div style="position:absolute;left:-9999px"><label>Website <input name="website"></label></div>
      <label style="opacity:0">Company <input name="company"></label>
      <div style="height:0;overflow:hidden"><input name="fax" style="height:0;border:0;padding:0"></div>
      <label>Leave this field blank <input name="phone2"></label>
      <input name="honeypot_field" aria-label="Address 2">
      <div aria-hidden="true"><input name="shadowy" tabindex="-1"></div>
      <label>Locked <input name="locked" disabled></label>
      <fieldset disabled><label>Also locked <input name="locked2"></label></fieldset>
      <label>Fixed <input name="fixed" readonly value="1"></label>
      <select name="mirror" class="vh" aria-hidden="true" tabindex="-1"><option>a<option>b</select>
      <div role="combobox" tabindex="0" aria-label="Mirror" aria-expanded="false" aria-haspopup="listbox">a</div>
      <label><input type="checkbox" name="news" class="vh"><span>Newsletter</span></label>
      <details><summary>More</summary><label>Folded <input name="folded"></label></details>
      <button>Go</button>
    </form>`)
  expect(Object.keys(await world.fields('signup.fill'))).toEqual(['email', 'mirror', 'news'])
})

test('fields that scrolling reaches are offered, whether the page or a box in it scrolls', async ({
  world,
}) => {
  await world.open(`
    <form aria-label="Long"><label>Top <input name="top"></label>
      <div style="height:3000px"></div><label>Bottom <input name="bottom"></label>
      <div style="height:100px;overflow:auto" id="box"><div style="height:900px"></div><label>Boxed <input name="boxed"></label></div>
      <div style="width:100px;overflow:auto"><div style="width:2000px;display:flex;justify-content:end"><label>Right <input name="right"></label></div></div>
    </form>
    <script>scrollTo(0, 2500); document.getElementById('box').scrollTop = 900</script>`)
  expect(Object.keys(await world.fields('long.fill'))).toEqual(['top', 'bottom', 'boxed', 'right'])
})

test('controls in open shadow trees and custom elements that wrap an input are fields of their form', async ({
  world,
}) => {
  await world.open(`
    <form aria-label="Card"><x-field name="holder" label="Holder"></x-field><x-field name="note"><span slot="label">Note</span></x-field></form>
    <script>
      customElements.define('x-field', class extends HTMLElement {
        static formAssociated = true
        constructor() {
          super()
          this.internals = this.attachInternals()
          this.attachShadow({ mode: 'open' }).innerHTML = '<label><slot name="label"></slot><input></label>'
          this.input = this.shadowRoot.querySelector('input')
          this.input.addEventListener('input', () => { this.value = this.input.value; this.internals.setFormValue(this.value) })
        }
      })
    </script>`)
  const fields = await world.fields('card.fill')
  expect(Object.entries(fields).map(([key, { title }]) => [key, title])).toEqual([
    ['holder', 'Holder'],
    ['note', 'Note'],
  ])
  await world.fill('card.fill', { holder: 'Ada Lovelace', note: 'Hi' })
  expect(await world.page.evaluate(`[...new FormData(document.forms[0])]`)).toEqual([
    ['holder', 'Ada Lovelace'],
    ['note', 'Hi'],
  ])
})

test('two forms of one name are told apart, and names come from label, heading, attributes or action', async ({
  world,
}) => {
  await world.open(`
    <section><h2>Contact us</h2><form><input name="a"></form></section>
    <form aria-label="Contact us"><input name="a"></form>
    <form name="signInForm"><input name="a"></form>
    <form action="/newsletter/subscribe.php"><input name="a"></form>
    <form role="search"><input name="q"></form>`)
  expect((await world.names()).filter((name) => name.endsWith('.fill'))).toEqual([
    'contact-us-2.fill',
    'contact-us.fill',
    'search.fill',
    'sign-in-form.fill',
    'subscribe.fill',
  ])
})

test('schemas are closed and say types, choices, formats and bounds', async ({ world }) => {
  await world.open(`
    <form aria-label="All">
      <label>Age <input type="number" name="age" min="18" max="99" required></label>
      <label>Weight <input type="number" name="weight" step="0.5"></label>
      <label>Any <input type="number" name="any" step="any"></label>
      <label>Level <input type="range" name="level" min="0" max="10" step="5"></label>
      <label>Mail <input type="email" name="mail" maxlength="40"></label>
      <label>Home <input type="url" name="home"></label>
      <label>Zip <input name="zip" pattern="[0-9]{5}"></label>
      <label>Day <input type="date" name="day"></label>
      <label>At <input type="time" name="at"></label>
      <label>Colour <input type="color" name="colour"></label>
      <label>Tags <select name="tags" multiple><option value="1">One<option value="2">Two</select></label>
      <label>Pick <select name="pick"><option value="">Choose…<option value="x">Ex<option value="y" disabled>Why</select></label>
      <label>CV <input type="file" name="cv" accept=".pdf"></label>
      <label>Accept <input type="checkbox" name="accept"></label>
      <label>Town <input name="town" list="towns"></label><datalist id="towns"><option>Ghent<option>Bruges</datalist>
      <label>Code <input name="code" autocomplete="one-time-code" type="tel"></label>
    </form>`)
  expect((await world.describe('all.fill'))['input']).toMatchObject({
    additionalProperties: false,
    properties: { values: { additionalProperties: false } },
  })
  const fields = await world.fields('all.fill')
  expect(fields['age']).toMatchObject({
    type: ['integer', 'null'],
    minimum: 18,
    maximum: 99,
    description: 'Required.',
  })
  expect(fields['weight']).toMatchObject({ type: ['number', 'null'] })
  expect(fields['any']).toMatchObject({ type: ['number', 'null'] })
  expect(fields['level']).toMatchObject({ type: ['integer', 'null'], minimum: 0, maximum: 10, multipleOf: 5 })
  expect(fields['mail']).toMatchObject({ format: 'email', maxLength: 40 })
  expect(fields['home']).toMatchObject({ format: 'uri' })
  expect(fields['zip']).toMatchObject({ pattern: '^(?:[0-9]{5})$' })
  expect(fields['day']).toMatchObject({ format: 'date' })
  expect(fields['tags']).toMatchObject({ type: ['array', 'object', 'null'], items: { enum: ['1', '2'] } })
  expect(fields['pick']).toMatchObject({
    enum: ['x', null],
    oneOf: [{ const: 'x', title: 'Ex' }, { const: null }],
  })
  expect(fields['cv']).toMatchObject({ 'x-countersign-file': { accept: '.pdf' } })
  expect(fields['accept']).toMatchObject({ type: ['boolean', 'null'] })
  expect(fields['town']).toMatchObject({ examples: ['Ghent', 'Bruges'] })
  expect(fields['code']).toMatchObject({ format: 'password', writeOnly: true })

  const wrong = async (values: object) => world.call('all.fill', { values })
  expect(await wrong({ day: '02/28/2026' })).toMatchObject({
    status: 'invalid',
    issues: [{ path: 'values.day', message: expect.stringContaining('yyyy-mm-dd') }],
  })
  expect(await wrong({ day: 'Sat Feb 28 2026 00:00:00 GMT+0100' })).toMatchObject({ status: 'invalid' })
  expect(await wrong({ nope: 1 })).toMatchObject({ status: 'invalid', issues: [{ path: 'values.nope' }] })
  expect(await wrong({ at: '7 pm' })).toMatchObject({ status: 'invalid' })
  expect(await wrong({ pick: 'y' })).toMatchObject({ status: 'invalid' })
  expect(await wrong({ cv: '~/.ssh/id_rsa' })).toMatchObject({
    status: 'invalid',
    issues: [{ path: 'values.cv' }],
  })
  expect(await wrong({ age: 7 })).toMatchObject({ status: 'invalid', issues: [{ path: 'values.age' }] })
})

test('a form that declares itself a tool is listed under its own name and words', async ({ world }) => {
  await world.open(`
    <form toolname="book_table" tooldescription="Books a table for tonight.">
      <input name="guests" type="number" toolparamdescription="How many people come"><button>Book</button>
    </form>
    <form data-tool="find.place" data-tool-description="Finds a place."><input name="q" data-tool-param-description="What to look for"></form>`)
  expect(await world.names()).toEqual([
    'book_table.fill',
    'book_table.submit',
    'find.place.fill',
    'find.place.submit',
  ])
  expect((await world.describe('book_table.fill'))['description']).toContain('Books a table for tonight.')
  expect((await world.fields('book_table.fill'))['guests']).toMatchObject({
    description: 'How many people come',
  })
})
