import { fakeBrowser } from '@webext-core/fake-browser'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ToolEntry } from '../core/tool-manifest.ts'
import { agentForTests, callForTests, orderForTests as order } from './call-for-tests.ts'
import type { CallOrder } from './call-order.ts'
import { shareForTests, toolForTests } from './documents-for-tests.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
const { decideCall } = await import('./call-policy.ts')
const { rememberApproval } = await import('./grants.ts')
const { originsRead } = await import('../store/grants.ts')
const { incognitoModes, sites } = await import('../store/settings.ts')

const origin = 'https://bistro.example'
const frame = { frameId: 0, documentId: 'D1', origin, number: 0 }
const decide = (entry: ToolEntry, changes: Partial<CallOrder> = {}, share = shareForTests()) =>
  decideCall(order(changes), share, { frame, entry })
const setMode = (mode: 'ask_consequential' | 'read_only') => sites.update(() => ({ [origin]: { mode } }))

beforeEach(() => fakeBrowser.reset())

describe('a call is', () => {
  it('held where nothing says otherwise, and may be remembered', async () => {
    expect(await decide(toolForTests())).toEqual({
      kind: 'hold',
      decidedBy: 'mode',
      grantIds: [],
      remember: ['once', 'session', 'always'],
      crossingFrom: [],
      isConsequential: false,
    })
  })

  it('run by the site’s mode, and refused by it', async () => {
    await setMode('ask_consequential')
    expect(await decide(toolForTests())).toMatchObject({ kind: 'run', decidedBy: 'mode' })
    await setMode('read_only')
    expect(await decide(toolForTests())).toMatchObject({ kind: 'refuse' })
  })

  it('run for the person, whatever the mode', async () => {
    await setMode('read_only')
    const asPerson = { caller: 'human', agent: null } as const
    expect(await decide(toolForTests(), asPerson)).toMatchObject({ kind: 'run', decidedBy: 'person' })
  })

  it('run by a grant, which is named', async () => {
    await rememberApproval(callForTests(), 'always')
    const decision = await decide(toolForTests())
    expect(decision).toMatchObject({ kind: 'run', decidedBy: 'grant', grantIds: [expect.any(String)] })
    const redefined = await decide(toolForTests({ definitionHash: 'h2' }))
    expect(redefined).toMatchObject({ kind: 'hold', grantIds: [], redefinition: [{ part: 'form' }] })
  })

  it('held where it would hand text to another site than the agent has read, grants or not', async () => {
    await rememberApproval(callForTests(), 'always')
    await originsRead.update(() => ({ 'agent-1': ['https://mail.example', origin] }))
    expect(await decide(toolForTests())).toMatchObject({
      kind: 'hold',
      remember: ['once'],
      crossingFrom: ['https://mail.example'],
    })
    const other = { ...agentForTests, agentId: 'agent-2' }
    expect(await decide(toolForTests(), { agent: other })).toMatchObject({ crossingFrom: [] })
  })

  it('offered the fills of a page from the second approval on', async () => {
    await rememberApproval(callForTests(), 'once')
    expect((await decide(toolForTests())).remember).toEqual(['once', 'fills_30_min', 'session', 'always'])
  })
})

describe('in an incognito tab', () => {
  const incognito = shareForTests({ isIncognito: true })

  it('nothing is offered that would be written to disk', async () => {
    expect((await decide(toolForTests(), {}, incognito)).remember).toEqual(['once', 'session'])
  })

  it('a mode chosen there counts, and counts there alone', async () => {
    await incognitoModes.update(() => ({ [origin]: 'read_only' }))
    expect(await decide(toolForTests(), {}, incognito)).toMatchObject({ kind: 'refuse' })
    expect(await decide(toolForTests())).toMatchObject({ kind: 'hold' })
  })
})
