import {
  formEvent,
  leaveEvent,
  pageScriptEvent,
  requestSubmitEvent,
  submitEvent,
  summaryAnswerEvent,
  summaryEvent,
  type ToPageScript,
} from '../protocol/page-script-link.ts'
import { formProperty } from './dom/form-property.ts'
import { asOurs } from './dom/own-events.ts'
import { fromPageScriptSchema, type PageScriptMessage } from './page-script-messages.ts'

export type PageScriptConnection = {
  post(message: ToPageScript): void
  askSummary(tool: string, input: unknown): string
  sendForm(id: number, form: HTMLFormElement, submitter: HTMLElement | null): void
  /** Takes the page script out of the page, unless another connection was made after this one. */
  close(): void
}

/**
 * Hands two ports to the page script in an event that only it sees. `undefined` where nobody took them. Messages that
 * are not of the agreed form are dropped.
 */
export function connectToPageScript(
  window: Window,
  onMessage: (message: PageScriptMessage) => void,
): PageScriptConnection | undefined {
  const messages = new MessageChannel()
  const events = new MessageChannel()
  messages.port1.addEventListener('message', ({ data }) => {
    const parsed = fromPageScriptSchema().safeParse(data)
    if (parsed.success) onMessage(parsed.data)
  })
  messages.port1.start()
  const ports = [messages.port2, events.port1]
  const isUntaken = window.dispatchEvent(new MessageEvent(pageScriptEvent, { ports, cancelable: true }))
  if (isUntaken) {
    messages.port1.close()
    return undefined
  }
  return {
    post: (message) => messages.port1.postMessage(message),
    askSummary: (tool, input) => askAtOnce(events.port1, [tool, input]),
    sendForm(id, form, submitter) {
      const submit = (): void => asOurs(() => formProperty(form, 'requestSubmit').call(form, submitter))
      events.port1.addEventListener(requestSubmitEvent, submit, { once: true })
      events.port1.dispatchEvent(new SubmitEvent(formEvent, { submitter: form }))
      events.port1.dispatchEvent(new CustomEvent(submitEvent, { detail: id }))
      events.port1.removeEventListener(requestSubmitEvent, submit)
    },
    close() {
      events.port1.dispatchEvent(new Event(leaveEvent))
      messages.port1.close()
    },
  }
}

export const hasPageScript = (window: Window): boolean =>
  !window.dispatchEvent(new MessageEvent(pageScriptEvent, { cancelable: true }))

/** The answer comes while the question is dispatched, or not at all. */
function askAtOnce(control: MessagePort, detail: unknown): string {
  let answer: unknown
  const listen = (event: Event): void => {
    answer = (event as CustomEvent<unknown>).detail
  }
  control.addEventListener(summaryAnswerEvent, listen)
  control.dispatchEvent(new CustomEvent(summaryEvent, { detail }))
  control.removeEventListener(summaryAnswerEvent, listen)
  return typeof answer === 'string' ? answer : ''
}
