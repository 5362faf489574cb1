import browser from 'webextension-polyfill'

export const openCallPrefix = 'call:'
export const accessRequestPrefix = 'access:'
export const undoableCallPrefix = 'undo:'

/** What the rows of the history are drawn by beside its entries. */
export type RowMarks = {
  /** By id. */
  agents: Readonly<Record<string, { name: string; colour: string; folder?: string | undefined }>>
  /** Ids of the calls that can be undone now. */
  undoable: ReadonlySet<string>
}

type UndoableCalls = Iterable<readonly [callId: string, { documentId: string }]>
type Shares = Readonly<Record<string, { frames: { documentId: string }[] }>>

/** Ids of those calls whose document, which holds what they replaced, lives. */
export function findUndoable(calls: UndoableCalls, shares: Shares): ReadonlySet<string> {
  const frames = Object.values(shares).flatMap((share) => share.frames)
  const living = new Set(frames.map(({ documentId }) => documentId))
  return new Set([...calls].flatMap(([callId, call]) => (living.has(call.documentId) ? [callId] : [])))
}

type FirstLook = {
  marks: RowMarks
  /** A call that is not settled, or a request for a page: it may wait for the person. */
  isAnythingOpen: boolean
}

/**
 * What a first screen needs of the storage, without the schemas of what is stored: to fetch them takes longer than all
 * else that it needs. What is not as it should be reads as nothing; the stored items tell soon after.
 */
export async function takeFirstLook(): Promise<FirstLook> {
  const [session, local] = await Promise.all([
    browser.storage.session.get(null),
    browser.storage.local.get('agents'),
  ])
  const keys = Object.keys(session)
  const isAnythingOpen = keys.some(
    (key) => key.startsWith(openCallPrefix) || key.startsWith(accessRequestPrefix),
  )
  try {
    return { marks: readMarks(session, local), isAnythingOpen }
  } catch {
    return { marks: noMarks, isAnythingOpen }
  }
}

export const noMarks: RowMarks = { agents: {}, undoable: new Set() }

/** Throws where something is not as it should be. */
function readMarks(session: Record<string, unknown>, local: Record<string, unknown>): RowMarks {
  // Only the background writes them, by their schemas.
  const { shares = {} } = session as { shares?: Shares }
  const { agents = {} } = local as Partial<RowMarks>
  const undoable = Object.entries(session)
    .filter(([key]) => key.startsWith(undoableCallPrefix))
    .map(([key, call]) => [key.slice(undoableCallPrefix.length), call as { documentId: string }] as const)
  return { agents: { ...agents }, undoable: findUndoable(undoable, shares) }
}
