import { fakeBrowser } from '@webext-core/fake-browser'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  answerAs,
  shareForTests,
  storeShare,
  toolForTests,
  type DocumentForTests,
} from './documents-for-tests.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
vi.mock('./injection.ts', () => ({ injectContentScript: vi.fn(), registerPageScript: vi.fn() }))
const { pageListHandlers } = await import('./agent-page-list.ts')
const { forgetTools } = await import('./known-tools.ts')
const { sites } = await import('../store/settings.ts')

const session = {
  sessionId: 's-1',
  agentId: 'agent-1',
  name: 'Claude Code',
  client: 'claude-code',
  folder: '~',
  openedAt: 1,
  port: 1,
}
const list = (page = 'p-1') => pageListHandlers.tools({ page }, session)
const describeTool = (tool: string) => pageListHandlers.describe({ page: 'p-1', tool }, session)
const readOnlySite = () => sites.update(() => ({ 'https://bistro.example': { mode: 'read_only' } }))

const many = [
  ...Array.from({ length: 230 }, (_, n) => toolForTests({ name: `a${String(n).padStart(3, '0')}.fill` })),
  ...['x.search', 'y.search'].map((name) =>
    toolForTests({ name, kind: 'page', hints: { readOnly: true, untrustedContent: true } }),
  ),
]
const documentWith = (changes: DocumentForTests = {}): DocumentForTests => ({
  'tools.list': () => ({ tools: many }),
  'tools.describe': ({ tool }) => ({
    name: tool,
    title: `Fill\u202E${'x'.repeat(300)}`,
    description: 'y'.repeat(3_000),
    hints: {},
    inputSchema: { type: 'object', description: 'z'.repeat(40_000) },
  }),
  ...changes,
})

beforeEach(async () => {
  fakeBrowser.reset()
  forgetTools(['D1'])
  await storeShare(shareForTests())
})

describe('the list of a page’s tools', () => {
  it('holds two hundred, and counts the rest', async () => {
    answerAs({ D1: documentWith() })
    const answer = await list()
    expect('tools' in answer && answer.tools).toHaveLength(200)
    expect(answer).toMatchObject({ omitted: 32, rev: 3 })
  })

  it('is cut only after what the mode hides has gone', async () => {
    await readOnlySite()
    answerAs({ D1: documentWith() })
    const answer = await list()
    expect('tools' in answer && answer.tools.map(({ name }) => name)).toEqual(['x.search', 'y.search'])
    expect(answer).not.toHaveProperty('omitted')
  })

  it('says why there is none', async () => {
    answerAs({})
    expect(await list()).toMatchObject({
      code: 'page_unavailable',
      message: expect.stringContaining('loading'),
    })
    expect(await list('p-9')).toMatchObject({ code: 'page_unavailable' })
    await storeShare(shareForTests({ suspendedAt: Date.now() }))
    expect(await list()).toMatchObject({ message: expect.stringContaining('left the shared site') })
  })
})

describe('the description of a tool', () => {
  it('is bounded like the list, whatever the page says', async () => {
    answerAs({ D1: documentWith() })
    const answer = await describeTool('a000.fill')
    if (!('inputSchema' in answer)) throw new Error('Not described')
    expect(answer.title?.length).toBeLessThanOrEqual(256)
    expect(answer.title).not.toContain('\u202E')
    expect(answer.description.length).toBeLessThanOrEqual(2_048)
    expect(JSON.stringify(answer.inputSchema).length).toBeLessThan(1_000)
  })

  it('is not given of what the mode hides', async () => {
    await readOnlySite()
    answerAs({ D1: documentWith() })
    expect(await describeTool('a000.fill')).toMatchObject({ code: 'not_allowed' })
    expect(await describeTool('x.search')).toMatchObject({ name: 'x.search' })
  })

  it('is unknown only where the page says so', async () => {
    answerAs({ D1: documentWith() })
    expect(await describeTool('none')).toMatchObject({ code: 'unknown_tool', rev: 3 })
    answerAs({})
    expect(await describeTool('a000.fill')).toMatchObject({ code: 'page_unavailable' })
  })
})
