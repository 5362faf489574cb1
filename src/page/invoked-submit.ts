import { define, install, listen, unlisten } from './originals.ts'
import { newError } from './tool-record.ts'

/** What the page responded with, first of a list; `undefined` where no submit event came (the form is not valid). */
export type SubmitOutcome = unknown[] | undefined

const outcomes = new WeakMap<object, unknown[]>()

/** Gives submit events `agentInvoked` and `respondWith` where the browser does not. */
export const defineInvokedSubmit = (): void => {
  const { prototype } = SubmitEvent
  if ('agentInvoked' in prototype) return
  install(prototype, 'agentInvoked', {
    get(this: SubmitEvent) {
      return outcomes.has(this)
    },
  })
  install(prototype, 'respondWith', {
    writable: true,
    value(this: SubmitEvent, value: unknown) {
      const outcome = outcomes.get(this)
      if (!outcome || !this.defaultPrevented) {
        throw newError('InvalidStateError', outcome ? 'Not prevented' : 'No agent')
      }
      define(outcome, 0, { value })
    },
  })
}

/** Runs what submits a form; the submit event is `agentInvoked`. */
export const submitAsAgent = (form: HTMLElement, requestSubmit: () => void): SubmitOutcome => {
  const root = form.getRootNode()
  let outcome: SubmitOutcome
  const mark = (event: Event): void => {
    if (event.target !== form || outcome) return
    outcome = []
    outcomes.set(event, outcome)
  }
  listen(root, 'submit', mark, true)
  try {
    requestSubmit()
  } finally {
    unlisten(root, 'submit', mark, true)
  }
  return outcome
}
