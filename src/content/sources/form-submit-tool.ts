import { isEmptyValue } from '../dom/control.ts'
import { readControl } from '../dom/control-driver.ts'
import type { ToolResult } from '../../core/result.ts'
import type { Preview, ToolContext, ToolDefinition } from '../../core/tool.ts'
import type { FormGroup, Submitter } from './form-group.ts'
import { type LiveForm, quoted, sendsTo, sharedParts } from './form-live.ts'
import { changesSinceLoad } from './form-plan.ts'
import { submitSchema } from './form-schema.ts'
import { formGone, submitGroup, type SubmitRequest, toResult } from './form-submit.ts'

export const submitRequest = (
  live: LiveForm,
  submitter: Submitter | undefined,
  context: ToolContext,
): SubmitRequest => {
  const { group, pageScript } = live
  const { form } = group
  const invoke =
    form && group.isDeclared && pageScript
      ? () => pageScript.invokeSubmit(form, submitter?.element ?? null, namedValues(group))
      : undefined
  return { group, submitter, context, invoke, navigations: live.navigations }
}

/** What the form holds, by the names of its controls, as the browser's own tool for it takes it. */
const namedValues = (group: FormGroup): Record<string, unknown> =>
  Object.fromEntries(
    group.fields.flatMap(({ control }) => {
      const name = control.element.getAttribute('name')
      const value = readControl(control)
      return name && !isEmptyValue(value) && control.kind !== 'file' ? [[name, value]] : []
    }),
  )

export function defineSubmit(live: LiveForm): ToolDefinition {
  const { group } = live
  const button = group.submitters[0]?.title
  return {
    ...sharedParts(live),
    name: 'submit',
    title: `Submit ${quoted(group)}`,
    description: `Submits the form ${quoted(group)} as it is now${button ? ` (“${button}”)` : ''}.`,
    kind: 'submit',
    hints: { untrustedContent: true, consequential: true },
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
    labels: Object.fromEntries(live.group.fields.map(({ path, label }) => [path, label])),
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
