import { formProperty } from './form-property.ts'
import { clickLikeMouse } from './page-events.ts'
import { asOurs } from './own-events.ts'
import { nextTask, settle, sleep } from './settle.ts'
import { watchEffects } from './submit-effects.ts'

export type Problem = { element: Element | null; message: string }

/**
 * How a submit ended. `navigating`: the browser loads what the form asked for, and this document will be left.
 * `elsewhere`: it was sent, but the answer goes where it cannot be seen. `handled`: the page took it itself. `problems`:
 * the page showed errors. `answered`: the page gave an answer of its own. `prevented`: the page stopped it and nothing
 * followed.
 */
export type SubmitOutcome =
  | { kind: 'navigating' | 'elsewhere' | 'closed' | 'prevented' | 'blocked' }
  | { kind: 'handled'; messages: string[] }
  | { kind: 'answered'; answer: unknown }
  | { kind: 'problems'; problems: Problem[] }

export type SubmitTarget = {
  root: Element
  form: HTMLFormElement | null
  submitter: HTMLElement | null
  /** Another way to submit, by which the page may answer. `handled` false: nothing was submitted. */
  invoke?: (() => Promise<{ handled: boolean; result?: unknown }>) | undefined
  /** Dispatches `end` when a navigation of the document ended without another one: an empty answer, a download. */
  navigations?: EventTarget | undefined
}

/** How long a page may take to show what came of a submit it handles itself, in milliseconds. */
const handlingLimitMs = 10_000
const quietMs = 400
/** A page that did nothing for this long after a submit did nothing at all. */
const nothingMs = 1500
/** How long a server may take to answer before its answer counts as not seen. */
const answerLimitMs = 30_000

/** Presses the button, or submits the form as Enter in a field would, and watches what comes of it. */
export async function submitForm(target: SubmitTarget, signal: AbortSignal): Promise<SubmitOutcome> {
  const { root, form, submitter, invoke } = target
  if (submitter?.matches(':disabled,[aria-disabled=true]')) return { kind: 'blocked' }
  const before = errorsIn(root)
  const effects = watchEffects(root)
  const left = watchLeaving(root.ownerDocument, target.navigations)
  try {
    const invoked = invoke ? await invokeSubmit(form, invoke, left) : undefined
    if (left.isLeft()) return { kind: 'navigating' }
    if (invoked?.result !== undefined) return { kind: 'answered', answer: invoked.result }
    const event = invoked ? invoked.event : press(form, submitter)
    if (event && !event.defaultPrevented) return await afterSending(form, submitter, left, signal)
    return await afterHandling(root, { effects, left, before, signal })
  } finally {
    effects.stop()
    left.stop()
  }
}

/** The submit event that the press caused, if it caused one. */
function press(form: HTMLFormElement | null, submitter: HTMLElement | null): SubmitEvent | undefined {
  const seen = watchSubmit(form, (form ?? submitter)?.ownerDocument)
  if (submitter) clickLikeMouse(submitter)
  else if (form) asOurs(() => formProperty(form, 'requestSubmit').call(form))
  return seen.stop()
}

/** Undefined where nothing was submitted by this way. */
async function invokeSubmit(
  form: HTMLFormElement | null,
  invoke: NonNullable<SubmitTarget['invoke']>,
  left: Leaving,
): Promise<{ result?: unknown; event: SubmitEvent | undefined } | undefined> {
  const seen = watchSubmit(form, form?.ownerDocument)
  try {
    const answer = await Promise.race([invoke(), left.left.then(() => ({ handled: true }))])
    return answer.handled ? { ...answer, event: seen.stop() } : undefined
  } finally {
    seen.stop()
  }
}

function watchSubmit(form: HTMLFormElement | null, document: Document | undefined) {
  let seen: SubmitEvent | undefined
  const listening = new AbortController()
  const options = { capture: true, signal: listening.signal }
  const onSubmit = (event: SubmitEvent): void => {
    if (form === null || event.target === form || event.composedPath()[0] === form) seen = event
  }
  document?.defaultView?.addEventListener('submit', onSubmit, options)
  // Submit events do not leave shadow trees.
  form?.addEventListener('submit', onSubmit, options)
  return {
    stop: (): SubmitEvent | undefined => {
      listening.abort()
      return seen
    },
  }
}

type Leaving = {
  isLeft(): boolean
  left: Promise<void>
  /** The document asked for another one, and none came. */
  isStaying(): boolean
  staying: Promise<void>
  stop(): void
}

function watchLeaving(document: Document, navigations: EventTarget | undefined): Leaving {
  let isGone = false
  let isKept = false
  const listening = new AbortController()
  const staying = new Promise<void>((resolve) => {
    const onEnd = (): void => {
      isKept = true
      resolve()
    }
    navigations?.addEventListener('end', onEnd, { signal: listening.signal })
  })
  const left = new Promise<void>((resolve) => {
    const onLeave = (): void => {
      isGone = true
      resolve()
    }
    document.defaultView?.addEventListener('pagehide', onLeave, { signal: listening.signal })
  })
  return { isLeft: () => isGone, left, isStaying: () => isKept, staying, stop: () => listening.abort() }
}

/** Runs are aborted when the document is left, by a listener that may come before ours. */
const afterLeaving = nextTask

async function afterSending(
  form: HTMLFormElement | null,
  submitter: HTMLElement | null,
  left: Leaving,
  signal: AbortSignal,
): Promise<SubmitOutcome> {
  const own = (name: string): string =>
    (submitter?.getAttribute(`form${name}`) ?? form?.getAttribute(name) ?? '').trim().toLowerCase()
  if (own('method') === 'dialog') return { kind: 'closed' }
  const document = (form ?? submitter)?.ownerDocument
  const opensElsewhere = !['', '_self'].includes(own('target')) && !isOwnFrame(own('target'), document)
  if (opensElsewhere) {
    if (document) await settle(document)
    return { kind: 'elsewhere' }
  }
  await Promise.race([left.left, left.staying, sleep(answerLimitMs), aborted(signal)])
  await afterLeaving()
  return { kind: left.isLeft() ? 'navigating' : 'elsewhere' }
}

/** `_top` and `_parent` of a page that is not framed are the page itself. */
const isOwnFrame = (target: string, document: Document | undefined): boolean =>
  (target === '_top' || target === '_parent') && document?.defaultView?.top === document?.defaultView

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

type Handling = {
  effects: ReturnType<typeof watchEffects>
  left: Leaving
  before: ReadonlySet<string>
  signal: AbortSignal
}

async function afterHandling(root: Element, handling: Handling): Promise<SubmitOutcome> {
  const { effects, left, signal } = handling
  const startedAt = performance.now()
  const elapsed = (): number => performance.now() - startedAt
  await settle(root.ownerDocument)
  const isOver = (): boolean => elapsed() >= handlingLimitMs || left.isLeft() || signal.aborted
  while (!isOver()) {
    const isQuiet = effects.quietMs() >= quietMs && !isBusy(root)
    if (isQuiet && (effects.isSeen() || errorsIn(root).size > 0 || elapsed() >= nothingMs)) break
    await Promise.race([sleep(50), left.left])
  }
  await afterLeaving()
  if (left.isLeft()) return { kind: 'navigating' }
  const problems = problemsIn(root, handling.before)
  if (problems.length > 0) return { kind: 'problems', problems }
  if (effects.isSeen()) return { kind: 'handled', messages: effects.texts().slice(-3) }
  return { kind: left.isStaying() ? 'elsewhere' : 'prevented' }
}

const isBusy = (root: Element): boolean =>
  root.isConnected &&
  (root.closest('[aria-busy=true]') ?? root.querySelector('[aria-busy=true],[type=submit]:disabled')) !== null

const errorSelector = '[role=alert],[class*=error i],[class*=invalid i],[id*=error i]'

const isShown = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true })

const textIn = (element: Element): string => element.textContent.replace(/\s+/g, ' ').trim()

/** Error texts shown in the form. */
function errorsIn(root: Element): Set<string> {
  if (!root.isConnected) return new Set()
  const shown = [...root.querySelectorAll(errorSelector)].filter(
    (element) => isShown(element) && !element.querySelector('input,select,textarea,button'),
  )
  return new Set(shown.map(textIn).filter((text) => text !== '' && text.length < 500))
}

/** Fields that the page marks as wrong, and error texts that belong to none and were not there before. */
function problemsIn(root: Element, before: ReadonlySet<string>): Problem[] {
  if (!root.isConnected || !isShown(root)) return []
  const marked = [...root.querySelectorAll('[aria-invalid=true]')].filter(isShown)
  const problems: Problem[] = marked.map((element) => ({ element, message: messageOf(element) }))
  const said = new Set(problems.map(({ message }) => message))
  for (const text of errorsIn(root))
    if (!before.has(text) && !said.has(text)) problems.push({ element: null, message: text })
  return problems
}

/** What the page says about a field that is wrong. */
function messageOf(element: Element): string {
  const ids = `${element.getAttribute('aria-errormessage') ?? ''} ${element.getAttribute('aria-describedby') ?? ''}`
  const root = element.getRootNode()
  const named = ids
    .split(/\s+/)
    .filter(Boolean)
    .map((id) => (root instanceof Document || root instanceof ShadowRoot ? root.getElementById(id) : null))
  const text = named.flatMap((one) => (one && isShown(one) ? textIn(one) : [])).join(' ')
  if (text) return text
  const near = element.parentElement?.querySelector(errorSelector)
  return (near && near !== element && textIn(near)) || 'The page does not accept this value'
}
