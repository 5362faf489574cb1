import { fakeBrowser } from '@webext-core/fake-browser'
import { beforeEach, expect, test, vi } from 'vitest'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
const { dropForgotten, forgetAgent, recallAgent } = await import('./forgotten-agents.ts')
const { agents, agentSecrets, forgottenAgents } = await import('../store/agents.ts')
const { lastingGrants } = await import('../store/grants.ts')

const ada = { agentId: 'ada', name: 'Ada’s agent', colour: 'c1', pairedAt: 1, lastSeenAt: 2 }
const grant = {
  agentId: 'ada',
  agentName: 'Ada’s agent',
  origin: 'https://bistro.example',
  covers: 'tool' as const,
  tool: 'reservation.fill',
  definitionHash: 'a1',
  createdAt: 3,
}

beforeEach(async () => {
  fakeBrowser.reset()
  await agents.update(() => ({ ada }))
  await agentSecrets.update(() => ({ ada: 'secret' }))
  await lastingGrants.update(() => [
    { ...grant, grantId: 'counts' },
    { ...grant, grantId: 'was revoked', revokedAt: 5 },
  ])
})

const revoked = async (): Promise<string[]> =>
  (await lastingGrants.read())
    .filter(({ revokedAt }) => revokedAt !== undefined)
    .map(({ grantId }) => grantId)

test('a forgotten agent is unknown, and nothing it was granted counts', async () => {
  await forgetAgent('ada')
  expect(await agents.read()).toEqual({})
  expect(await revoked()).toEqual(['counts', 'was revoked'])
})

test('a recalled agent is back with the grants it had, and with no other', async () => {
  await forgetAgent('ada')
  await recallAgent('ada')
  expect(await agents.read()).toEqual({ ada })
  expect(await agentSecrets.read()).toEqual({ ada: 'secret' })
  expect(await forgottenAgents.read()).toEqual({})
  expect(await revoked()).toEqual(['was revoked'])
})

test('after an hour the secret goes, unless the agent was paired anew', async () => {
  await forgetAgent('ada')
  const anHourLater = Date.now() + 60 * 60_000
  await dropForgotten(anHourLater - 10_000)
  expect(await agentSecrets.read()).toEqual({ ada: 'secret' })
  await agents.update(() => ({ ada }))
  await dropForgotten(anHourLater)
  expect(await agentSecrets.read()).toEqual({ ada: 'secret' })

  await forgetAgent('ada')
  await dropForgotten(Date.now() + 60 * 60_000)
  expect(await agentSecrets.read()).toEqual({})
  expect(await forgottenAgents.read()).toEqual({})
})
