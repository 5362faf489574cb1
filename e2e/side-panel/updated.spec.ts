import { test } from '../fixtures/countersign.ts'
import { callOf } from './filled.ts'
import { expect, foundOf, openPanel, rows } from './panel.ts'

test('after an update of the extension, what its first version recorded is listed and found', async ({
  countersign,
}) => {
  const recorded = Array.from({ length: 600 }, (_, n) =>
    callOf({
      callId: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
      startedAt: Date.now() - 60_000 * (600 - n),
      tool: n === 3 ? 'rare.tool' : 'booking.fill',
    }),
  )
  await countersign.desk.evaluate(async (entries) => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page gets this function alone
    const done = (request: IDBRequest | IDBTransaction, event: string): Promise<unknown> =>
      new Promise((resolve) => request.addEventListener(event, resolve))
    await done(indexedDB.deleteDatabase('countersign'), 'success')
    const opening = indexedDB.open('countersign', 1)
    opening.addEventListener('upgradeneeded', () => {
      const { result: first } = opening
      first.createObjectStore('history', { keyPath: 'callId' }).createIndex('startedAt', 'startedAt')
      const outcomes = first.createObjectStore('outcomes', { keyPath: 'callId' })
      outcomes.createIndex('agentId', 'agentId')
      outcomes.createIndex('confirmId', 'confirmId')
    })
    await done(opening, 'success')
    const writing = opening.result.transaction('history', 'readwrite')
    for (const entry of entries) writing.objectStore('history').put(entry)
    await done(writing, 'complete')
    opening.result.close()
  }, recorded)

  const panel = await openPanel(countersign)
  await expect(rows(panel).first()).toHaveAttribute('data-call', String(recorded.at(-1)?.callId))
  const search = panel.getByRole('searchbox', { name: 'Search the history' })
  await search.fill('odd.example')
  await expect(foundOf(panel)).toHaveText('Calls found: 600')
  await search.fill('rare')
  await expect(foundOf(panel)).toHaveText('Calls found: 1')
  await expect(rows(panel)).toHaveAttribute('data-call', String(recorded[3]?.callId))
})
