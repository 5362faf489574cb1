import {
  type FromPageScript,
  maxListedTools,
  maxResultLength,
  maxSchemaLength,
  maxTextLength,
  type PageTool,
  pageScriptEvent,
  summaryAnswerEvent,
  summaryEvent,
  formEvent,
  leaveEvent,
  requestSubmitEvent,
  submitEvent,
  type ToPageScript,
} from '../protocol/page-script-link.ts'
import { createCallExtras } from './call-extras.ts'
import { submitAsAgent } from './invoked-submit.ts'
import {
  append,
  copyOf,
  create,
  cut,
  dispatch,
  listen,
  post,
  preventDefault,
  startPort,
  stopEvent,
  toText,
  uninstall,
  unlisten,
} from './originals.ts'
import { host, type Outcome, records, runTool, settleWith } from './page-tools.ts'
import { newError, type ToolRecord } from './tool-record.ts'

type Handlers = { [T in ToPageScript['type']]: (message: Extract<ToPageScript, { type: T }>) => void }
type Post = (message: FromPageScript) => unknown
type Settle = (id: number, outcome: Outcome) => void

/**
 * Answers the content script of this document: the newest, those of older extensions, and whoever pretends to be one.
 * When the newest leaves, everything leaves. Returns a function that tells them of a change.
 */
export const createContentLinks = (): (() => void) => {
  const links: Record<number, () => void> = create(null)
  let lastLink = 0

  const meet = (event: Event): void => {
    stopEvent(event)
    preventDefault(event)
    // What asks only whether somebody is there brings no ports.
    const { ports = [] } = event as Partial<MessageEvent>
    const port = ports[0] as MessagePort
    const control = ports[1]
    if (!control) return
    const number = ++lastLink
    links[number] = createLink(port, control, () => {
      if (number !== lastLink) return
      unlisten(window, pageScriptEvent, meet)
      uninstall()
    })
  }
  listen(window, pageScriptEvent, meet)
  return () => {
    for (const number in links) links[number]?.()
  }
}

const createLink = (port: MessagePort, control: MessagePort, onLeave: () => void): (() => void) => {
  let isChangeTold = true
  const cancels: Record<number, () => void> = create(null)
  const send: Post = (message) => post(port, message)
  const extras = createCallExtras(send)
  const settle: Settle = (id, outcome) =>
    send(
      typeof outcome === 'string'
        ? { type: 'settled', id, text: cut(outcome, maxResultLength) }
        : { type: 'failed', id, ...describeError(outcome[0]) },
    )

  const handlers: Handlers = {
    list({ id }) {
      isChangeTold = false
      host.next?.()
      send({ type: 'listed', id, tools: listTools() })
    },
    call(message) {
      const { id, tool, input } = message
      const record = records[tool]
      if (!record) throw newError('NotFoundError', tool)
      const onSettled = (outcome: Outcome): void => {
        delete cancels[id]
        settle(id, outcome)
      }
      cancels[id] = runTool(record, input, extras.of(message), onSettled)
    },
    cancel({ id }) {
      cancels[id]?.()
      delete cancels[id]
    },
    undo({ id, token }) {
      settleWith(extras.undo(token), (outcome) => settle(id, outcome))
    },
    answer: extras.answer,
  }

  listen(port, 'message', (event) => {
    const message = (event as MessageEvent<ToPageScript>).data
    try {
      handlers[message.type](message as never)
    } catch (error) {
      if ('id' in message) settle(message.id, [error])
    }
  })
  startPort(port)
  answerAtOnce(control, settle, send)
  listen(control, leaveEvent, () => {
    onLeave()
    for (const id in cancels) cancels[id]?.()
  })
  return () => {
    if (!isChangeTold) send({ type: 'changed' })
    isChangeTold = true
  }
}

/** The port on which events are answered while they are dispatched. */
const answerAtOnce = (control: MessagePort, settle: Settle, send: Post): void => {
  let form: HTMLElement | undefined
  const requestSubmit = (): boolean => dispatch(control, new Event(requestSubmitEvent))

  listen(control, summaryEvent, (event) => {
    const asked = (event as CustomEvent<[string, unknown]>).detail
    const summarise = records[asked[0]]?.summary as (input: unknown) => unknown
    const detail = copyOf(() => summarise(asked[1]))
    dispatch(control, new CustomEvent(summaryAnswerEvent, { detail }))
  })
  listen(control, formEvent, (event) => {
    form = (event as SubmitEvent).submitter as HTMLElement
  })
  listen(control, submitEvent, (event) => {
    const id = (event as CustomEvent).detail as number
    const submitted = form as HTMLElement
    form = undefined
    const submit = (): unknown => {
      const outcome = submitAsAgent(submitted, requestSubmit)
      // What is settled after this is heard by nobody.
      if (!outcome?.length) send({ type: 'unanswered', id, isSubmitted: !!outcome })
      return outcome?.[0]
    }
    settleWith(submit, (settled) => settle(id, settled))
  })
}

const listTools = (): PageTool[] => {
  const listed: PageTool[] = []
  for (const name in records) {
    if (listed.length < maxListedTools) append(listed, toPageTool(records[name] as ToolRecord))
  }
  return listed
}

const toShortText = (value: unknown): string => cut(toText(value), maxTextLength)

const toPageTool = (record: ToolRecord): PageTool => ({
  name: record.name,
  title: toShortText(record.title),
  description: toShortText(record.description),
  schema: cut(record.schema ?? '', maxSchemaLength),
  annotations: record.annotations,
  isDestructive: record.isDestructive,
  sensitivePaths: copyOf(() => {
    const { sensitivePaths } = record
    return typeof sensitivePaths === 'function' ? sensitivePaths() : sensitivePaths
  }),
  hasSummary: typeof record.summary === 'function',
})

type Thrown = { name?: unknown; message?: unknown } | undefined

/** What was thrown, as two bounded strings; nothing where reading them throws. */
const describeError = (thrown: unknown): object | undefined =>
  copyOf(() => ({
    name: toShortText((thrown as Thrown)?.name),
    message: toShortText((thrown as Thrown)?.message ?? thrown),
  })) as object | undefined
