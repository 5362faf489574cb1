/** Every limit of the product that more than one part needs to know. Lengths count UTF-16 units, sizes UTF-8 bytes. */

const kibibyte = 1024
const second = 1000
const minute = 60 * second

export const messageMaxBytes = 1024 * kibibyte
export const messageMaxDepth = 64

export const inputMaxNodes = 10_000
export const inputMaxDepth = 64

export const resultMaxBytes = 256 * kibibyte
/** Past these a result is replaced by the placeholder instead of being searched for secrets. */
export const redactionMaxDepth = 64
export const redactionMaxNodes = 200_000

export const toolNameMaxLength = 128
export const descriptionMaxLength = 2048
export const titleMaxLength = 256
export const labelMaxLength = 500
export const summaryMaxLength = 2048
export const paramsMaxLength = 1000
export const noteMaxLength = 500

export const shownSchemaMaxBytes = 32 * kibibyte
export const shownSchemaMaxDepth = 32

export const listedToolsPerPage = 200
/** What the worker keeps of one document's list, however many a page registers. */
export const knownToolsPerDocument = 2000
export const waitingCallsPerScope = 32
export const heldCallsPerAgent = 20
/** Calls that share the card of an equal one, beside those. */
export const joinedCallsPerAgent = 20
export const heldCallsPerPage = 100
/** The page's own assistant shows one card at a time. */
export const heldCallsOfInPageAssistant = 1
export const undoEntriesPerPage = 100
/** Ids of calls that are over, kept so that none runs twice. */
export const rememberedCallIds = 10_000
export const rememberedToolNames = 1000

export const patternMaxInputLength = 10_000
export const patternMaxLength = 500

export const callTimeoutMs = 120 * second
export const graceMs = 5 * second
export const confirmationTtlMs = 10 * minute
export const rejectionMemoryMs = 60 * second
/** The longest delay that a timer takes without firing at once. */
export const timerMaxMs = 2 ** 31 - 1

export const fileMaxBytes = 10 * 1024 * kibibyte
export const fileFetchTimeoutMs = 30 * second
export const previewTimeoutMs = 10 * second
