import type { Page } from '@playwright/test'
import type { JsonSchema } from '../../src/core/tool.ts'
import { test as base } from '../fixtures/countersign.ts'
import { findSharedPage } from '../fixtures/shop.ts'
import { createChainAgent } from './chain-agent.ts'
import type { FormAgent } from './form-agent.ts'

/** A shared page with a form, and an agent that sees it. */
export type OpenForm = {
  page: Page
  agent: FormAgent
  /** The full name of the first tool with this ending; of `.fill` where none is given. */
  tool: (ending?: string) => Promise<string>
  /** The schemas of the fields that a fill takes, by key. */
  fields: (tool?: string) => Promise<Record<string, JsonSchema>>
}

/** `openForm(path)` opens a page of `e2e/pages`, shares it and finds its tools; whole addresses work too. */
export const test = base.extend<{ openForm: (path: string) => Promise<OpenForm> }>({
  openForm: async ({ countersign, pages }, use) => {
    await use(async (path) => {
      const page = await countersign.context.newPage()
      const url = new URL(path, pages.origin)
      await page.goto(url.href)
      if (path.includes('frameworks/')) await page.waitForFunction('window.__ready')
      await countersign.shareTab(page)
      const client = await countersign.mcpClient()
      const { page: handle } = await findSharedPage(client, url.origin)
      const agent = createChainAgent(countersign, client, handle, page)
      const tool = async (ending = '.fill'): Promise<string> => {
        const names = await agent.listTools()
        const found = names.find((name) => name.endsWith(ending))
        if (!found) throw new Error(`No tool ends with ${ending}: ${names.join(', ')}`)
        return found
      }
      const fields = async (name?: string): Promise<Record<string, JsonSchema>> => {
        const schema = (await agent.describe(name ?? (await tool()))) as {
          properties: { values: { properties: Record<string, JsonSchema> } }
        }
        return schema.properties.values.properties
      }
      return { page, agent, tool, fields }
    })
  },
})

export { expect } from '../fixtures/countersign.ts'
