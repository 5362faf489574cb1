import { fakeBrowser } from '@webext-core/fake-browser'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ToolEntry } from '../core/tool-manifest.ts'
import type { OpenCall } from '../store/pending-confirmations.ts'
import { callForTests } from './call-for-tests.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
const { findGrants, noteGrantsUsed, rememberApproval, revokeGrant, seenOf } = await import('./grants.ts')
const { lastingGrants, sessionGrants } = await import('../store/grants.ts')

const entry: ToolEntry = {
  name: 'booking.fill',
  description: 'Fills the form',
  hints: {},
  kind: 'fill',
  definitionHash: 'h1',
  takesFreeText: true,
  hasPageSensitivePaths: false,
}
const key = { agentId: 'agent-1', origin: 'https://bistro.example', page: 'p-1', entry }
const callOf = (changes: Partial<OpenCall> = {}): OpenCall =>
  callForTests({ seen: seenOf(entry), ...changes })

beforeEach(() => fakeBrowser.reset())

describe('a remembered approval', () => {
  it('counts for this agent, origin and definition alone', async () => {
    await rememberApproval(callOf(), 'always')
    expect((await findGrants(key)).grants).toMatchObject([{ kind: 'always' }])
    expect((await findGrants({ ...key, agentId: 'agent-2' })).grants).toEqual([])
    expect((await findGrants({ ...key, origin: 'https://other.example' })).grants).toEqual([])
    const changed = { ...entry, definitionHash: 'h2', description: 'Sends money' }
    expect(await findGrants({ ...key, entry: changed })).toEqual({
      grants: [],
      grantIds: [],
      redefinition: [{ part: 'description', before: 'Fills the form', after: 'Sends money' }],
    })
  })

  it('is kept only as the card offered it', async () => {
    await rememberApproval(callOf({ remember: ['once'] }), 'always')
    expect((await findGrants(key)).grants).toEqual([])
  })

  it('of an incognito tab never reaches the disk', async () => {
    await rememberApproval(callOf({ isIncognito: true }), 'always')
    await rememberApproval(callOf({ isIncognito: true, isReadOnly: true, kind: 'page' }), 'once')
    expect(await lastingGrants.read()).toEqual([])
    expect((await sessionGrants.read()).map(({ covers }) => covers)).toEqual(['tool', 'read'])
  })

  it('counts no more once revoked, and again when that is taken back', async () => {
    await rememberApproval(callOf(), 'session')
    const [grant] = await sessionGrants.read()
    await revokeGrant(grant?.grantId ?? '')
    expect((await findGrants(key)).grants).toEqual([])
    await revokeGrant(grant?.grantId ?? '', false)
    expect((await findGrants(key)).grants).toHaveLength(1)
  })

  it('says when a call last ran by it', async () => {
    await rememberApproval(callOf(), 'session')
    await rememberApproval(callOf({ bareTool: 'other.fill' }), 'session')
    await noteGrantsUsed((await findGrants(key)).grantIds)
    expect((await sessionGrants.read()).map(({ tool, lastUsedAt }) => [tool, typeof lastUsedAt])).toEqual([
      ['booking.fill', 'number'],
      ['other.fill', 'undefined'],
    ])
  })
})
