import type { Page } from '@playwright/test'
import type { Agent } from '../../scripts/agent.mjs'
import { cards, pressInCard } from '../../scripts/popup.mjs'
import type { ToolResult } from '../../src/core/result.ts'
import type { Countersign } from '../fixtures/countersign.ts'
import type { FormAgent, SettledCall } from './form-agent.ts'

type Answer = ToolResult & { callId: string }

/** A real MCP client over the companion; the person approves each held call in the real popup. */
export function createChainAgent(
  countersign: Countersign,
  agent: Agent,
  handle: string,
  page: Page,
): FormAgent {
  const listTools = async (): Promise<string[]> => {
    const { tools } = (await agent.listTools(handle)) as { tools: { name: string }[] }
    return tools.map(({ name }) => name)
  }

  const call = async (tool: string, input: unknown): Promise<SettledCall> => {
    const answered = agent.callTool(handle, tool, input) as Promise<Answer>
    if (!tool.endsWith('.options')) await approveIfHeld(countersign, page, answered)
    const first = await answered
    const result = first.status === 'needs_confirmation' ? await outcomeOf(agent, first.callId) : first
    return { callId: first.callId, result }
  }

  return {
    listTools,
    call,
    describe: async (tool) => {
      const { inputSchema } = (await agent.describeTool(handle, tool)) as { inputSchema: object }
      return inputSchema as Record<string, unknown> /* a JSON Schema */
    },
    undo: (callId) => agent.undoCall(callId) as Promise<ToolResult>,
  }
}

/** Presses Approve in the card, unless the call settles without one, as an invalid one does. */
async function approveIfHeld(countersign: Countersign, page: Page, answered: Promise<Answer>): Promise<void> {
  const before = await readState(page)
  const popup = await countersign.openPopup()
  const approve = cards(popup).getByRole('button', { name: 'Approve', exact: true })
  const isHeld = await Promise.race([approve.waitFor().then(() => true), answered.then(() => false)])
  if (isHeld) {
    if ((await readState(page)) !== before) throw new Error('The preview changed the page')
    await pressInCard(popup, 'Approve')
    await answered
  }
  await popup.close()
}

const readState = (page: Page): Promise<string> =>
  page.evaluate<string>('JSON.stringify(window.__state?.() ?? null)')

async function outcomeOf(agent: Agent, callId: string): Promise<ToolResult> {
  for (;;) {
    const { outcomes } = (await agent.awaitConfirmation([callId])) as { outcomes?: { result: ToolResult }[] }
    const result = outcomes?.[0]?.result
    if (result) return result
  }
}
