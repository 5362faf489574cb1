import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import type { Agent } from '../../scripts/agent.mjs'
import { type PageServer, servePages } from '../../scripts/page-server.mjs'
import type { JsonSchema } from '../../src/core/tool.ts'
import { type Countersign, expect, startCountersign, test as base } from '../fixtures/countersign.ts'
import type { SharedPage } from '../fixtures/shop.ts'
import { createChainAgent } from './chain-agent.ts'
import type { FormAgent } from './form-agent.ts'

/** A shared page with a form, and an agent that sees it. */
export type OpenForm = {
  page: Page
  agent: FormAgent
  /** The full name of the first tool with this ending; of `.fill` where none is given. */
  tool: (ending?: string) => Promise<string>
  /** The schemas of the fields that a fill takes, by key. */
  fields: () => Promise<Record<string, JsonSchema>>
}

/** One browser and one paired agent for all tests of a worker: forms leave nothing behind but their page. */
type Desk = { countersign: Countersign; client: Agent; pages: PageServer }

/** `openForm(path)` opens a page of `e2e/pages`, shares it and finds its tools; whole addresses work too. */
export const test = base.extend<{ openForm: (path: string) => Promise<OpenForm> }, { desk: Desk }>({
  desk: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what the fixture needs
    async ({}, use) => {
      const pages = await servePages(resolve('e2e/pages'))
      const { countersign, close } = await startCountersign(true)
      const client = await countersign.mcpClient()
      await use({ countersign, client, pages })
      await close()
      pages.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  openForm: async ({ desk }, use) => {
    const opened: Page[] = []
    await use(async (path) => {
      const page = await desk.countersign.context.newPage()
      opened.push(page)
      await page.goto(new URL(path, desk.pages.origin).href)
      if (path.includes('frameworks/')) await page.waitForFunction('window.__ready')
      await desk.countersign.shareTab(page)
      return openFormOf(desk, page)
    })
    for (const page of opened) await page.close()
  },
})

async function openFormOf({ countersign, client }: Desk, page: Page): Promise<OpenForm> {
  const handle = await findPage(client, await page.title())
  const agent = createChainAgent(countersign, client, handle, page)
  const tool = async (ending = '.fill'): Promise<string> => {
    const names = await agent.listTools()
    const found = names.find((name) => name.endsWith(ending))
    if (!found) throw new Error(`No tool ends with ${ending}: ${names.join(', ')}`)
    return found
  }
  const fields = async (): Promise<Record<string, JsonSchema>> => {
    const schema = (await agent.describe(await tool())) as {
      properties: { values: { properties: Record<string, JsonSchema> } }
    }
    return schema.properties.values.properties
  }
  return { page, agent, tool, fields }
}

/** The handle of the shared page with this title, once it has tools. */
async function findPage(client: Agent, title: string): Promise<string> {
  let handle = ''
  const countTools = async (): Promise<number> => {
    const { pages } = (await client.listPages()) as { pages?: (SharedPage & { title: string })[] }
    const found = pages?.find((page) => page.title === title)
    if (!found) return 0
    handle = found.page
    const { tools } = (await client.listTools(handle)) as Partial<SharedPage>
    return tools?.length ?? 0
  }
  await expect.poll(countTools, { message: `The agent sees “${title}”`, timeout: 20_000 }).toBeGreaterThan(0)
  return handle
}

export { expect } from '../fixtures/countersign.ts'
