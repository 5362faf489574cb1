import { refuse } from '../core/result.ts'
import type { Handlers } from '../protocol/handle.ts'
import { openCalls, type OpenCall } from '../store/pending-confirmations.ts'
import { readSettings } from '../store/settings.ts'
import { findOpenCalls, isUndecided } from './call-ending.ts'
import { recordState } from './call-records.ts'
import { fetchFile } from './file-fetch.ts'
import { noteToolsChanged } from './known-tools.ts'
import { handleDocumentLeft } from './navigation.ts'
import { startCall } from './relay.ts'
import { findShare, noteDocument } from './sharing.ts'

type DocumentMessage =
  | 'document.hello'
  | 'document.left'
  | 'tools.changed'
  | 'call.updated'
  | 'call.willNavigate'
  | 'file.fetch'
  | 'assistant.call'

/** A document may settle or hold only calls that were sent to it. */
const isOwnCall = async (callId: string, sender: { documentId: string }): Promise<boolean> =>
  (await openCalls.find(callId))?.documentId === sender.documentId

/** Its run may have begun, also where the page's word of that is still on its way. */
const mayRun = (call: OpenCall): boolean =>
  call.state === 'asking' || call.isDecided === true || !isUndecided(call)

/** What the documents of shared tabs tell the worker; none of it is believed beyond their own calls. */
export const documentHandlers: Pick<Handlers<'background'>, DocumentMessage> = {
  async 'document.hello'(_, sender) {
    if (!(await noteDocument(sender))) return null
    const { redactionRules, hasFileUrls, maxFileBytes } = await readSettings()
    return { redactionRules, hasFileUrls, maxFileBytes }
  },
  'document.left': async (_, sender) => handleDocumentLeft(sender),
  'tools.changed': async ({ tools }, sender) => noteToolsChanged(sender.documentId, tools),
  async 'call.updated'({ callId, update }, sender) {
    const call = await openCalls.find(callId)
    // Settled by the worker already, or by this same message sent before: there is nothing left to say.
    if (!call) return { acknowledged: true }
    if (call.documentId !== sender.documentId) return { acknowledged: false }
    return { acknowledged: await recordState(callId, update) }
  },
  async 'call.willNavigate'({ callId }, sender) {
    if (!(await isOwnCall(callId, sender))) return
    await openCalls.update(callId, (call) => call && { ...call, isNavigating: true })
  },
  async 'file.fetch'({ url }, sender) {
    const running = await findOpenCalls((call) => call.documentId === sender.documentId && mayRun(call))
    return running.length === 0 ? { rejected: 'No call is running that needs a file.' } : fetchFile(url)
  },
  async 'assistant.call'({ callId, tool, input, rev }, sender) {
    const share = await findShare(sender.tabId)
    const frame = share?.frames.find(({ documentId }) => documentId === sender.documentId)
    if (!share || !frame) return refuse('page_unavailable', 'This page is not shared.')
    return startCall({
      callId,
      caller: 'inapp',
      agent: null,
      page: share.page,
      documentId: sender.documentId,
      tool: frame.number === 0 ? tool : `f${frame.number}.${tool}`,
      input,
      ...(rev === undefined ? {} : { rev }),
    })
  },
}
