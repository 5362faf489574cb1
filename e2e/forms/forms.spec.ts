import { expect, test } from '../fixtures/countersign.ts'
import { findSharedPage } from '../fixtures/shop.ts'
import { type Cell, cellsAttachment, isHonestSkip, isWorking } from './cell.ts'
import { createChainAgent } from './chain-agent.ts'
import type { FormPage } from './form-page.ts'
import { formPages } from './form-pages.ts'
import { measurePage } from './measure-page.ts'

test.describe.configure({ timeout: 180_000 })

/** Works, or is skipped for the reason that is known. */
function isAsKnown(form: FormPage, cell: Cell): boolean {
  const reason = form.fields.find(({ label }) => label === cell.label)?.skipReason
  return reason === undefined
    ? isWorking(cell)
    : isHonestSkip(cell) && cell.notes.some((note) => note.includes(reason))
}

for (const form of formPages) {
  test(`every field of the ${form.library} page is filled, verified and undone`, async ({
    countersign,
    pages,
  }, testInfo) => {
    const page = await countersign.context.newPage()
    await page.goto(`${pages.origin}/frameworks/dist/${form.page}/`)
    await page.waitForFunction('window.__ready')
    await countersign.shareTab(page)
    const agent = await countersign.mcpClient()
    const { page: handle } = await findSharedPage(agent, pages.origin)

    const cells = await measurePage(page, createChainAgent(countersign, agent, handle, page), form)
    await testInfo.attach(cellsAttachment, { body: JSON.stringify(cells), contentType: 'application/json' })
    expect(cells.filter((cell) => !isAsKnown(form, cell))).toEqual([])
  })
}
