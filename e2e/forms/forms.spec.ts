import { type Cell, cellsAttachment, isHonestSkip, isWorking } from './cell.ts'
import type { FormPage } from './form-page.ts'
import { formPages } from './form-pages.ts'
import { measurePage } from './measure-page.ts'
import { expect, test } from './open-form.ts'

test.describe.configure({ timeout: 300_000 })

/** Works, or is skipped for the reason that is known. */
function isAsKnown(form: FormPage, cell: Cell): boolean {
  const reason = form.fields.find(({ label }) => label === cell.label)?.skipReason
  return reason === undefined
    ? isWorking(cell)
    : isHonestSkip(cell) && cell.notes.some((note) => note.includes(reason))
}

for (const form of formPages) {
  test(`every field of the ${form.library} page is filled, verified and undone`, async ({
    openForm,
  }, testInfo) => {
    const { page, agent } = await openForm(`/frameworks/dist/${form.page}/`)
    const cells = await measurePage(page, agent, form)
    await testInfo.attach(cellsAttachment, { body: JSON.stringify(cells), contentType: 'application/json' })
    expect(cells.filter((cell) => !isAsKnown(form, cell))).toEqual([])
  })
}
