import type { Card } from './confirmation.ts'
import type { DecisionAnswer } from './confirmation.ts'
import type { OpenCall } from './open-call.ts'
import type { RegisteredTool } from './registered-tool.ts'

/** What the person made of the arguments, real values in place, and which paths they changed. */
export type Edit = { input: unknown; value: unknown; edited: string[] }

/** Files by the path of the input that asks for them. */
export type PickedFiles = ReadonlyMap<string, readonly File[]>

/** How a question to the person ended. */
export type Conclusion =
  | { kind: 'approved'; edit: Edit | undefined; files: PickedFiles }
  | { kind: 'rejected'; note?: string }
  | { kind: 'expired' }
  | { kind: 'stale'; message: string }
  | { kind: 'invalid' }
  | { kind: 'withdrawn' }

/** One question to the person: about a held call, or in the middle of a run. Single use. */
export type PendingConfirmation = {
  readonly confirmId: string
  readonly expiresAt: number
  readonly isWithinRun: boolean
  readonly tool: RegisteredTool
  /** Equal calls share one question; the first that is still open is the one that runs. */
  members: OpenCall[]
  /** Undefined until the first preview is there. */
  card: Card | undefined
  digest: string
  /** Counts previews, so that a slow one does not overwrite a newer one. */
  previews: number
  isOver: boolean
  /** Answers by decision id: the same decision sent again gets the same answer. */
  readonly answers: Map<string, Promise<DecisionAnswer>>
  /** Decisions are judged one after the other. */
  turn: Promise<unknown>
  /** Ends the question; only the first conclusion counts. */
  conclude(conclusion: Conclusion): void
}
