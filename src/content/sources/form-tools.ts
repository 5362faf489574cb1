import type { ControlValue } from '../dom/control.ts'
import type { EditWatch } from '../dom/edit-watch.ts'
import { errorResult, invalid, ok, type ToolResult } from '../../core/result.ts'
import type { Preview, ToolContext, ToolDefinition } from '../../core/tool.ts'
import { applyFill, type FillContext, madeChanges, madeSkips, restore, type Written } from './form-fill.ts'
import { type Field, findField, type FormGroup, type Submitter } from './form-group.ts'
import {
  changesSinceLoad,
  type FillInput,
  type FillStep,
  planFill,
  plannedChanges,
  plannedSkips,
} from './form-plan.ts'
import { fillSchema, submitSchema } from './form-schema.ts'
import { formGone, submitGroup, toResult } from './form-submit.ts'

/** A form that has tools; `group` is what the last look at the page found of it. */
export type LiveForm = {
  group: FormGroup
  target: string
  document: Document
  edits: EditWatch
  /** Looks at the page again, at once. */
  refresh(): void
  /** Looks are put off while it runs: what our own acts do to the page passes. */
  whileActing<T>(act: () => Promise<T>): Promise<T>
  /** Asks a page that answers submits by agents. */
  ask?: (form: HTMLFormElement, signal: AbortSignal) => Promise<ToolResult | undefined>
}

const untrusted = { untrustedContent: true }

export function defineFormTools(live: LiveForm): ToolDefinition[] {
  const tools = [defineFill(live)]
  if (canSubmit(live.group)) tools.push(defineSubmit(live))
  return tools
}

const canSubmit = (group: FormGroup): boolean => group.form !== null || group.submitters.length > 0

const quoted = (group: FormGroup): string => `“${group.title}”`

/** The origin that the form's data goes to, where it is another than the page's. */
export function sendsTo({ form, submitters, root }: FormGroup): string | undefined {
  const own = new URL(root.baseURI).origin
  const address = submitters[0]?.element.getAttribute('formaction') ?? form?.getAttribute('action') ?? ''
  if (!URL.canParse(address, root.baseURI)) return undefined
  const { origin, protocol } = new URL(address, root.baseURI)
  return origin === own || !/^https?:$/.test(protocol) ? undefined : origin
}

function shared(live: LiveForm) {
  const { group, target } = live
  const elsewhere = sendsTo(group)
  return {
    target,
    ...(elsewhere ? { sendsTo: elsewhere } : {}),
    fingerprint: {
      action: group.form?.getAttribute('action') ?? '',
      method: group.form?.method ?? '',
      fields: group.fields.map(({ key, control }) => [key, control.kind]),
    },
    sensitivePaths: () => live.group.fields.filter(({ isSensitive }) => isSensitive).map(({ path }) => path),
  }
}

function defineFill(live: LiveForm): ToolDefinition {
  const { group } = live
  return {
    ...shared(live),
    name: 'fill',
    title: `Fill ${quoted(group)}`,
    description:
      `${group.description ?? `Fills the form ${quoted(group)}.`} ` +
      'A field left out stays as it is, null clears it. The result says what the page kept.',
    kind: 'fill',
    hints: untrusted,
    input: fillSchema(group),
    ...(canSubmit(group) ? { consequentialWhen: 'submit' } : {}),
    isUndoUnasked: true,
    summary: (input) => fillSummary(live.group, input as FillInput),
    preview: (input) => previewFill(live, input as FillInput),
    run: (input, context) => live.whileActing(() => runFill(live, input as FillInput, context)),
  }
}

function fillSummary(group: FormGroup, input: FillInput): string {
  const count = Object.keys(input.values).length
  const fields = count === 1 ? '1 field' : `${count} fields`
  return `Fill ${fields} of ${quoted(group)}${input.submit ? ' and submit it' : ''}`
}

function previewFill(live: LiveForm, input: FillInput): Preview {
  live.refresh()
  const steps = planFill(live.group, input, live.edits)
  const elsewhere = sendsTo(live.group)
  return {
    changes: plannedChanges(steps),
    skipped: plannedSkips(steps),
    ...(input.submit ? { isSubmitting: true } : {}),
    ...(elsewhere ? { sendsTo: elsewhere } : {}),
  }
}

const fillContext = (live: LiveForm, signal: AbortSignal): FillContext => ({
  document: live.document,
  edits: live.edits,
  signal,
  current: (field) => currentField(live, field),
})

function currentField(live: LiveForm, field: Field): Field {
  if (field.control.element.isConnected) return field
  live.refresh()
  return findField(live.group, field.key) ?? field
}

async function runFill(live: LiveForm, input: FillInput, context: ToolContext): Promise<ToolResult> {
  live.refresh()
  if (!live.group.root.isConnected) return formGone()
  const steps = planFill(live.group, input, live.edits)
  await resolveFiles(steps, context)
  const outcome = await applyFill(steps, fillContext(live, context.signal))
  if ('issues' in outcome) return invalid(outcome.issues)
  const { written } = outcome
  const changes = madeChanges(written)
  const skipped = madeSkips(written)
  if (changes.length > 0) registerUndo(live, written, context)
  const hasTried = written.some((one, index) => one.skip !== undefined && !steps[index]?.isSame)
  if (changes.length === 0 && hasTried && written.every(isNotTaken)) return nothingTaken(skipped)
  if (!input.submit) return ok({ changes, skipped })
  if (skipped.length > 0) return ok({ changes, skipped, submitted: false, note: notSubmitted })
  return submitAfterFill(live, { changes, skipped }, context)
}

const isNotTaken = ({ skip }: Written): boolean => skip !== undefined && skip !== 'coerced'

const notSubmitted = 'Not submitted, since some values were not taken as they were given'

const nothingTaken = (skipped: { path: string; reason: string }[]): ToolResult =>
  errorResult(
    `No field accepted its value (${skipped.map(({ path, reason }) => `${path}: ${reason}`).join(', ')})`,
  )

async function submitAfterFill(live: LiveForm, made: object, context: ToolContext): Promise<ToolResult> {
  const report = await submitGroup(submitRequest(live, live.group.submitters[0], context))
  return report.submitted ? ok({ ...made, ...report }) : report.result
}

/** Before anything is written: a file that is refused leaves the whole form as it was. */
async function resolveFiles(steps: readonly FillStep[], context: ToolContext): Promise<void> {
  for (const step of steps) {
    if (step.references.length === 0 || step.skip) continue
    const files: File[] = []
    for (const reference of step.references) files.push(...(await context.files.resolveAll(reference)))
    step.wanted = files satisfies ControlValue
  }
}

function registerUndo(live: LiveForm, written: readonly Written[], context: ToolContext): void {
  const changed = written.filter(({ skip }) => skip === undefined || skip === 'coerced')
  context.registerUndo(() =>
    live.whileActing(async () => {
      live.refresh()
      const restored = await restore(changed, fillContext(live, new AbortController().signal))
      return ok({ changes: madeChanges(restored), skipped: madeSkips(restored) })
    }),
  )
}

const submitRequest = (live: LiveForm, submitter: Submitter | undefined, context: ToolContext) => {
  const { form } = live.group
  const { ask } = live
  return {
    group: live.group,
    submitter,
    context,
    ...(ask && form ? { ask: () => ask(form, context.signal) } : {}),
  }
}

function defineSubmit(live: LiveForm): ToolDefinition {
  const { group } = live
  const button = group.submitters[0]?.title
  return {
    ...shared(live),
    name: 'submit',
    title: `Submit ${quoted(group)}`,
    description: `Submits the form ${quoted(group)} as it is now${button ? ` (“${button}”)` : ''}.`,
    kind: 'submit',
    hints: { ...untrusted, consequential: true },
    input: submitSchema(group),
    summary: () => `Submit ${quoted(live.group)}`,
    preview: () => previewSubmit(live),
    run: (input, context) => live.whileActing(() => runSubmit(live, input as { button?: string }, context)),
  }
}

function previewSubmit(live: LiveForm): Preview {
  live.refresh()
  const elsewhere = sendsTo(live.group)
  return {
    changes: changesSinceLoad(live.group),
    isSubmitting: true,
    ...(elsewhere ? { sendsTo: elsewhere } : {}),
  }
}

async function runSubmit(
  live: LiveForm,
  input: { button?: string },
  context: ToolContext,
): Promise<ToolResult> {
  live.refresh()
  if (!live.group.root.isConnected) return formGone()
  const { submitters } = live.group
  const submitter = submitters.find(({ key }) => key === input.button) ?? submitters[0]
  return toResult(await submitGroup(submitRequest(live, submitter, context)))
}
