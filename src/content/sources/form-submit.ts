import { formProperty } from '../dom/form-property.ts'
import { type Problem, submitForm, type SubmitOutcome, type SubmitTarget } from '../dom/submit-form.ts'
import { normaliseResult } from '../../core/model-context-result.ts'
import { errorResult, invalid, type Issue, ok, refuse, type ToolResult } from '../../core/result.ts'
import type { ToolContext } from '../../core/tool.ts'
import type { Field, FormGroup, Submitter } from './form-group.ts'

/** What a submit came to, to be told alone or together with what a fill wrote. */
export type SubmitReport =
  | { submitted: true; observed?: false; messages?: string[]; answer?: unknown }
  | { submitted: false; result: ToolResult }

export type SubmitRequest = {
  group: FormGroup
  submitter: Submitter | undefined
  context: Pick<ToolContext, 'signal' | 'willNavigate'>
  /** A way to submit that lets the page answer. */
  invoke?: SubmitTarget['invoke']
  navigations?: SubmitTarget['navigations']
}

/** Checks as the browser would, submits, and says truthfully what came of it. */
export async function submitGroup(request: SubmitRequest): Promise<SubmitReport> {
  const { group, submitter, context } = request
  const issues = validityIssues(group, submitter)
  if (issues.length > 0) return { submitted: false, result: invalid(issues) }
  await context.willNavigate()
  const target = {
    root: group.root,
    form: group.form,
    submitter: submitter?.element ?? null,
    invoke: request.invoke,
    navigations: request.navigations,
  }
  const outcome = await submitForm(target, context.signal)
  // Only the next document shows how it ended, so the worker settles the call; nothing said here may come before that.
  return outcome.kind === 'navigating' ? new Promise(() => {}) : toReport(group, outcome)
}

function toReport(group: FormGroup, outcome: SubmitOutcome): SubmitReport {
  switch (outcome.kind) {
    case 'handled':
      return { submitted: true, ...(outcome.messages.length > 0 ? { messages: outcome.messages } : {}) }
    case 'answered':
      return toAnswerReport(normaliseResult(outcome.answer))
    case 'closed':
      return { submitted: true }
    case 'elsewhere':
      return { submitted: true, observed: false }
    case 'problems':
      return { submitted: false, result: invalid(outcome.problems.map((problem) => toIssue(group, problem))) }
    case 'blocked':
      return {
        submitted: false,
        result: errorResult('The submit button is disabled; fill the required fields first'),
      }
    default:
      return { submitted: false, result: errorResult('The page stopped the submit and nothing followed') }
  }
}

const toAnswerReport = (answer: ToolResult): SubmitReport =>
  answer.status === 'ok' ? { submitted: true, answer: answer.data } : { submitted: false, result: answer }

const toIssue = (group: FormGroup, { element, message }: Problem): Issue => ({
  path: (element && fieldOf(group, element)?.path) ?? '',
  message,
})

export const fieldOf = (group: FormGroup, element: Element): Field | undefined =>
  group.fields.find(({ control }) =>
    control.members.some((member) => member === element || element.contains(member)),
  )

type Validated = Element & { willValidate: boolean; validationMessage: string; checkValidity(): boolean }

const isValidated = (element: Element): element is Validated =>
  'willValidate' in element && 'checkValidity' in element && 'validationMessage' in element

/** The browser's own messages for what does not fit, unless the form or its button turns that check off. */
function validityIssues(group: FormGroup, submitter: Submitter | undefined): Issue[] {
  if (
    (group.form && formProperty(group.form, 'noValidate')) ||
    submitter?.element.hasAttribute('formnovalidate')
  )
    return []
  const elements = group.form
    ? [...formProperty(group.form, 'elements')]
    : group.fields.flatMap(({ control }) => control.members)
  const wrong = elements
    .filter(isValidated)
    .filter((element) => element.willValidate && !element.checkValidity())
  const issues = new Map<string, Issue>()
  for (const element of wrong) {
    const field = fieldOf(group, element)
    const issue = { path: field?.path ?? '', message: messageFor(element, field) }
    if (!issues.has(issue.path) || issue.path === '') issues.set(issue.path || issue.message, issue)
  }
  return [...issues.values()]
}

const messageFor = (element: Validated, field: Field | undefined): string => {
  const message = element.validationMessage || 'This value is not accepted'
  return field
    ? message
    : `${element.getAttribute('aria-label') ?? element.getAttribute('name') ?? 'A field'}: ${message}`
}

export const toResult = (report: SubmitReport): ToolResult => {
  if (!report.submitted) return report.result
  if ('answer' in report) return ok(report.answer)
  return ok(report)
}

export const formGone = (): ToolResult<never> =>
  refuse('stale', 'The form is no longer in the page; list the tools again')
