import { fakeBrowser } from '@webext-core/fake-browser'
import type { ToolEntry } from '../core/tool-manifest.ts'
import type { Handlers } from '../protocol/handle.ts'
import type { Envelope, Reply } from '../protocol/send.ts'
import { shares, type Share } from '../store/shares.ts'

export type DocumentForTests = Partial<Handlers<'content'>>

/** What documents answer, by id; one that is not there cannot be reached. Gives what they were asked. */
export function answerAs(documents: Record<string, DocumentForTests>): Envelope[] {
  const asked: Envelope[] = []
  const answer = async (_tabId: number, message: Envelope, to: { documentId: string }): Promise<Reply> => {
    asked.push(message)
    const handle = documents[to.documentId]?.[message.name as keyof DocumentForTests]
    if (!handle) throw new Error('Could not establish connection')
    // The table ties name and input together; indexing by a variable loses that link.
    return { ok: true, value: await (handle as (input: unknown) => unknown)(message.input) }
  }
  Object.assign(fakeBrowser.tabs, { sendMessage: answer })
  return asked
}

export const toolForTests = (changes: Partial<ToolEntry> = {}): ToolEntry => ({
  name: 'booking.fill',
  description: 'Fills the form',
  hints: { untrustedContent: true },
  kind: 'fill',
  definitionHash: 'h1',
  takesFreeText: true,
  hasPageSensitivePaths: false,
  ...changes,
})

/** One shared tab with one document. */
export const shareForTests = (changes: Partial<Share> = {}): Share => ({
  page: 'p-1',
  tabId: 1,
  origins: ['https://bistro.example'],
  frames: [{ frameId: 0, documentId: 'D1', origin: 'https://bistro.example', number: 0 }],
  nextFrameNumber: 1,
  rev: 3,
  title: 'Bistro',
  isIncognito: false,
  goneTools: [],
  ...changes,
})

export const storeShare = (share: Share): Promise<unknown> =>
  shares.update((all) => ({ ...all, [share.page]: share }))
