import {
  type FromPageScript,
  maxListedTools,
  maxResultLength,
  type PageTool,
  pageScriptEvent,
  summaryAnswerEvent,
  summaryEvent,
  elementEvent,
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
} from './originals.ts'
import { host, type Outcome, records, runTool, settleWith } from './page-tools.ts'
import { newError, type ToolRecord } from './tool-record.ts'

const maxTextLength = 4_096
const maxSchemaLength = 262_144

type Handlers = { [T in ToPageScript['type']]: (message: Extract<ToPageScript, { type: T }>) => void }
type Post = (message: FromPageScript) => unknown

/**
 * Answers the content script of this document: the newest, those of older extensions, and whoever pretends to be one.
 * Returns a function that tells them of a change.
 */
export const createContentLinks = (): (() => void) => {
  const links: Record<number, () => void> = create(null)
  let lastLink = 0

  listen(window, pageScriptEvent, (event) => {
    stopEvent(event)
    const { ports } = event as MessageEvent
    preventDefault(event)
    if (!ports[0] || !ports[1]) return
    links[++lastLink] = createLink(ports[0], ports[1])
  })
  return () => {
    for (const number in links) links[number]?.()
  }
}

const createLink = (port: MessagePort, control: MessagePort): (() => void) => {
  let isChangeTold = true
  const cancels: Record<number, () => void> = create(null)
  const send: Post = (message) => post(port, message)
  const { answer, extrasOf, takeUndo } = createCallExtras(send)
  const settle = createSettle(send)

  const handlers: Handlers = {
    list({ id }) {
      isChangeTold = false
      host.findSuccessor?.()
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
      cancels[id] = runTool(record, input, extrasOf(message), onSettled)
    },
    cancel({ id }) {
      cancels[id]?.()
      delete cancels[id]
    },
    undo({ id, token }) {
      settleWith(takeUndo(token), (outcome) => settle(id, outcome))
    },
    answer,
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
  return () => {
    if (!isChangeTold) send({ type: 'changed' })
    isChangeTold = true
  }
}

const createSettle =
  (send: Post) =>
  (id: number, outcome: Outcome): void => {
    if (typeof outcome === 'string') send({ type: 'settled', id, text: cut(outcome, 0, maxResultLength) })
    else send({ type: 'failed', id, ...describeError(outcome[0]) })
  }

/** The port on which events are answered while they are dispatched. */
type Settle = ReturnType<typeof createSettle>

const answerAtOnce = (control: MessagePort, settle: Settle, send: Post): void => {
  let elements: HTMLElement[] = []

  listen(control, summaryEvent, (event) => {
    const asked = (event as CustomEvent<[string, unknown]>).detail
    const summarise = records[asked[0]]?.summary as (input: unknown) => unknown
    const detail = copyOf(() => summarise(asked[1]))
    dispatch(control, new CustomEvent(summaryAnswerEvent, { detail }))
  })
  listen(control, elementEvent, (event) => append(elements, (event as SubmitEvent).submitter as HTMLElement))
  listen(control, submitEvent, (event) => {
    const id = (event as CustomEvent).detail as number
    const form = elements[0] as HTMLFormElement
    const submitter = elements[1] ?? null
    elements = []
    const submit = (): unknown => {
      const outcome = submitAsAgent(form, submitter)
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

const toShortText = (value: unknown): string => cut(toText(value), 0, maxTextLength)

const toPageTool = (record: ToolRecord): PageTool => ({
  name: record.name,
  title: toShortText(record.title),
  description: toShortText(record.description),
  schema: cut(record.schema ?? '', 0, maxSchemaLength),
  annotations: record.annotations,
  isDestructive: record.isDestructive,
  sensitivePaths: copyOf(() => {
    const { sensitivePaths } = record
    return typeof sensitivePaths === 'function' ? sensitivePaths() : sensitivePaths
  }),
  hasSummary: typeof record.summary === 'function',
})

/** What was thrown, as two bounded strings; nothing where reading them throws. */
const describeError = (error: unknown): object | undefined => {
  const thrown = error as { name?: unknown; message?: unknown } | undefined
  return copyOf(() => ({
    name: toShortText(thrown?.name),
    message: toShortText(thrown?.message ?? error),
  })) as object | undefined
}
