import type { Caller, ConfirmOutcome } from '../core/tool.ts'

/**
 * What content script and page script of one document say to each other. The page's world is the page's own: the
 * content script believes nothing that comes from there beyond what the page could do anyway, and sends nothing there
 * that the page may not know. Two ports travel in a window event of this type; its number is the version. Without
 * ports the event asks whether there is a page script already, which then prevents it.
 */
export const pageScriptEvent = 'countersign-2'

/** Most characters that pass the link: of a result, of a schema's JSON text, and of any other text. */
export const maxResultLength = 4_194_304
export const maxSchemaLength = 262_144
export const maxTextLength = 4_096
/** Most tools of one list. */
export const maxListedTools = 1_000
/** The most undo functions that a page script keeps; the oldest is forgotten first. */
export const maxUndos = 100

/** A tool as the page script lists it. Anything in it may be hostile. */
export type PageTool = {
  name: string
  title: string
  description: string
  /** JSON text, `''` where there is none, cut where it is too long to be passed on. */
  schema: string
  annotations?: Record<string, boolean> | undefined
  isDestructive: boolean
  /** Anything that JSON keeps. */
  sensitivePaths?: unknown
  hasSummary: boolean
}

/** Over the first port. `id` names a request, and is chosen by the content script. */
export type ToPageScript =
  | { type: 'list'; id: number }
  | { type: 'call'; id: number; tool: string; input: string; callId: string; caller: Caller }
  | { type: 'cancel'; id: number }
  | { type: 'undo'; id: number; token: number }
  | { type: 'answer'; ask: number; value: ConfirmOutcome | File | undefined }

export type FromPageScript =
  | { type: 'changed' }
  | { type: 'listed'; id: number; tools: PageTool[] }
  | { type: 'settled'; id: number; text: string | null }
  | { type: 'failed'; id: number; name?: string; message?: string }
  | { type: 'unanswered'; id: number; isSubmitted: boolean }
  | { type: 'confirm' | 'file'; id: number; ask: number; request: unknown }
  | { type: 'undoable'; id: number; token: number }

/**
 * Events on the second port, which both worlds hold, dispatched and answered in one turn. A summary is asked for with
 * `[tool, input]`. Of a submit, the form travels as the submitter of an event, the only way for an element between
 * worlds that no shadow root hides; then the request's id. Once the page script is prepared it asks the content script
 * to submit the form, with methods that the page cannot have replaced. On `leaveEvent` the page script ends what runs
 * and takes everything of its own out of the page.
 */
export const summaryEvent = 'summary'
export const summaryAnswerEvent = 'summarised'
export const formEvent = 'form'
export const submitEvent = 'submit'
export const requestSubmitEvent = 'request'
export const leaveEvent = 'leave'
