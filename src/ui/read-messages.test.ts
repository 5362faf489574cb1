import { readFile } from 'node:fs/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { readMessages } from './read-messages.ts'

vi.stubGlobal('fetch', async (path: string) => new Response(await readFile(`public${path}`)))
afterEach(() => vi.clearAllMocks())

test('texts come in the first language that there is, with what is put into them', async () => {
  const getMessage = await readMessages(['fr-FR', 'de-AT', 'en'])
  expect(getMessage('removed', ['Gehalt'])).toBe('Entfernt: Gehalt')
  expect(getMessage('@@bidi_dir')).toBe('ltr')
  expect(getMessage('no such text')).toBe('')
})

test('Arabic reads from right to left, and an unknown language gets English', async () => {
  expect((await readMessages(['ar-EG']))('@@bidi_dir')).toBe('rtl')
  expect((await readMessages(['tlh']))('reject')).toBe('Reject')
})
