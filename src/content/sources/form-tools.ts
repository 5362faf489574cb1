import type { ControlValue } from '../dom/control.ts'
import { errorResult, invalid, ok, type ToolResult } from '../../core/result.ts'
import type { Preview, ToolContext, ToolDefinition } from '../../core/tool.ts'
import { applyFill, type FillContext, madeChanges, madeSkips, restore, type Written } from './form-fill.ts'
import { type Field, findField, type FormGroup } from './form-group.ts'
import { canSubmit, type LiveForm, quoted, sendsTo, sharedParts } from './form-live.ts'
import { defineOptions } from './form-options.ts'
import {
  type FillInput,
  type FillStep,
  missingSkips,
  planFill,
  plannedChanges,
  plannedIssues,
  plannedSkips,
} from './form-plan.ts'
import { fillSchema } from './form-schema.ts'
import { formGone, submitGroup } from './form-submit.ts'
import { defineSubmit, submitRequest } from './form-submit-tool.ts'

export function defineFormTools(live: LiveForm): ToolDefinition[] {
  const tools = [defineFill(live)]
  if (canSubmit(live.group)) tools.push(defineSubmit(live))
  if (live.group.fields.some(({ hasLateChoices }) => hasLateChoices)) tools.push(defineOptions(live))
  return tools
}

function defineFill(live: LiveForm): ToolDefinition {
  const { group } = live
  return {
    ...sharedParts(live),
    name: 'fill',
    title: `Fill ${quoted(group)}`,
    description:
      `${group.description ?? `Fills the form ${quoted(group)}.`} ` +
      'A field left out stays as it is, null clears it. The result says what the page kept.',
    kind: 'fill',
    hints: { untrustedContent: true },
    input: fillSchema(group),
    schemaText: group.schemaText,
    ...(canSubmit(group) ? { consequentialWhen: 'submit' } : {}),
    isUndoUnasked: true,
    summary: (input) => fillSummary(live.group, input as FillInput),
    preview: (input) => previewFill(live, input as FillInput),
    run: (input, context) => fillAndCatchUp(live, input as FillInput, context),
  }
}

function fillSummary(group: FormGroup, input: FillInput): string {
  const count = Object.keys(input.values).length
  const fields = count === 1 ? '1 field' : `${count} fields`
  return `Fill ${fields} of ${quoted(group)}${input.submit ? ' and submit it' : ''}`
}

function previewFill(live: LiveForm, input: FillInput): Preview | ToolResult<never> {
  live.refresh()
  const steps = planFill(live.group, input, live.edits)
  const issues = plannedIssues(steps)
  if (issues.length > 0) return invalid(issues)
  const elsewhere = sendsTo(live.group)
  return {
    changes: plannedChanges(steps),
    skipped: [...plannedSkips(steps), ...missingSkips(live.group, input)],
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

/** Fields that come by a fill change the tools of the form. Whoever goes on at once is to go on with those. */
async function fillAndCatchUp(live: LiveForm, input: FillInput, context: ToolContext): Promise<ToolResult> {
  const result = await live.whileActing(() => runFill(live, input, context))
  // A form that was submitted may be left at any moment, and its answer must not wait.
  if (!input.submit) await live.catchUp()
  return result
}

async function runFill(live: LiveForm, input: FillInput, context: ToolContext): Promise<ToolResult> {
  live.refresh()
  if (!live.group.root.isConnected) return formGone()
  const steps = planFill(live.group, input, live.edits)
  const issues = plannedIssues(steps)
  if (issues.length > 0) return invalid(issues)
  const missing = missingSkips(live.group, input)
  await resolveFiles(steps, context)
  const outcome = await applyFill(steps, fillContext(live, context.signal))
  if ('issues' in outcome) return invalid(outcome.issues)
  const { written } = outcome
  const changes = madeChanges(written)
  const skipped = [...madeSkips(written), ...missing]
  if (changes.length > 0) registerUndo(live, written, context)
  const hasTried =
    missing.length > 0 || written.some((one, index) => one.skip !== undefined && !steps[index]?.isSame)
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
