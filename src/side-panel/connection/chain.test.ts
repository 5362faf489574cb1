import { describe, expect, it } from 'vitest'
import { chainOf, isWhole } from './chain.ts'
import type { Look } from './use-connection.ts'

const look = (links: Partial<NonNullable<Look['links']>>): Look => ({
  checkedAt: 0,
  tabId: 1,
  links: {
    isShared: true,
    isContentAlive: true,
    workerStartedAt: 0,
    companion: { port: 17840, version: '0.1.0' },
    clients: [{ agentId: 'a1', name: 'Claude Code' }],
    ...links,
  },
})

describe('the chain', () => {
  it('is whole only where every link answered', () => {
    expect(isWhole(chainOf(look({})))).toBe(true)
    const broken = [{ isShared: false }, { isContentAlive: false }, { companion: null }, { clients: [] }]
    for (const links of broken) expect(isWhole(chainOf(look(links)))).toBe(false)
  })

  it('claims nothing before the first look, and nothing but the worker where that is silent', () => {
    expect(new Set(Object.values(chainOf(undefined)))).toEqual(new Set(['checking']))
    expect(chainOf({ checkedAt: 0, tabId: 1, links: null })).toEqual({
      page: 'unknown',
      content: 'unknown',
      worker: 'bad',
      companion: 'unknown',
      client: 'unknown',
    })
  })

  it('does not know of what hangs on a broken link', () => {
    expect(chainOf(look({ isShared: false }))).toMatchObject({
      page: 'bad',
      content: 'unknown',
      worker: 'good',
    })
    expect(chainOf(look({ companion: null, clients: [] }))).toMatchObject({
      companion: 'bad',
      client: 'unknown',
    })
  })
})
