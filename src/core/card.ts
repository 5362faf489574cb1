import { toPlainJson } from './canonical-json.ts'
import { digestOf, type Card } from './confirmation.ts'
import { toDisplayText } from './display-text.ts'
import { labelMaxLength, summaryMaxLength } from './limits.ts'
import { listFileRequests } from './call-files.ts'
import { createLabels } from './labels.ts'
import type { OpenCall } from './open-call.ts'
import { withoutRepeats, type Redactor } from './redaction.ts'
import { descriptionOf, titleOf, type RegisteredTool } from './registered-tool.ts'
import type { FieldChange } from './result.ts'
import { shownSchema } from './shown-schema.ts'
import type { Preview } from './tool.ts'

export type DrawnCard = { card: Card; digest: string }

/** The card of a held call: everything the person is shown, redacted, as plain JSON, and its digest. */
export function drawCard(
  call: OpenCall,
  tool: RegisteredTool,
  redactor: Redactor,
  preview: Preview,
): DrawnCard {
  const input = redactor.value(call.input)
  const changes = redactor.changes(preview.changes)
  const sendsTo = preview.sendsTo ?? tool.definition.sendsTo
  return finish({
    ...describe(tool),
    summary: summaryOf(call, tool, redactor),
    changes: changes.changes,
    skipped: preview.skipped ?? [],
    input: input.value,
    inputSchema: { ...shownSchema(tool.check().jsonSchema) },
    labels: {
      ...previewLabels(preview, redactor),
      ...createLabels(tool.fields(), redactor).labelsOf(input.value, changes.changes),
    },
    redacted: withoutRepeats([...input.redacted, ...changes.redacted]),
    files: listFileRequests(tool, call.input).map((request) => ({
      ...request,
      ref: redactor.text(request.ref),
    })),
    ...(preview.isSubmitting === undefined ? {} : { isSubmitting: preview.isSubmitting }),
    ...(sendsTo === undefined ? {} : { sendsTo }),
  })
}

const previewLabels = ({ labels = {} }: Preview, redactor: Redactor): Record<string, string> =>
  Object.fromEntries(
    Object.entries(labels).map(([path, label]) => [
      path,
      toDisplayText(redactor.text(label), labelMaxLength),
    ]),
  )

/** The card of a question in the middle of a run. */
export function drawQuestion(
  call: OpenCall,
  tool: RegisteredTool,
  redactor: Redactor,
  asked: { summary: string; changes: readonly FieldChange[] },
): DrawnCard {
  const input = redactor.value(call.input)
  const changes = redactor.changes(asked.changes)
  return finish({
    ...describe(tool),
    summary: toDisplayText(redactor.text(asked.summary), summaryMaxLength),
    changes: changes.changes,
    skipped: [],
    input: input.value,
    inputSchema: { ...shownSchema(tool.check().jsonSchema) },
    labels: createLabels(tool.fields(), redactor).labelsOf(input.value, changes.changes),
    redacted: withoutRepeats([...input.redacted, ...changes.redacted]),
    files: [],
    isWithinRun: true,
  })
}

function describe(
  tool: RegisteredTool,
): Pick<Card, 'tool' | 'title' | 'description' | 'hints' | 'definitionHash'> {
  const title = titleOf(tool.definition)
  return {
    tool: tool.name,
    ...(title === undefined ? {} : { title }),
    description: descriptionOf(tool.definition),
    hints: { ...tool.definition.hints },
    definitionHash: tool.definitionHash(),
  }
}

/** A page's own summary may throw; the card then goes without one of the page's making. */
function summaryOf(call: OpenCall, tool: RegisteredTool, redactor: Redactor): string {
  const fallback = titleOf(tool.definition) ?? tool.name
  try {
    const summary = tool.definition.summary?.(call.value)
    return typeof summary === 'string' ? toDisplayText(redactor.text(summary), summaryMaxLength) : fallback
  } catch {
    return fallback
  }
}

function finish(card: Card): DrawnCard {
  // Nothing that a run would get may be missing because JSON has no word for it.
  const plain = JSON.parse(JSON.stringify(card, (_key, value: unknown) => toPlainJson(value))) as Card
  return { card: plain, digest: digestOf(plain) }
}
