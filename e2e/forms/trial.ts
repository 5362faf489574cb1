import type { Issue } from '../../src/core/result.ts'
import type { JsonSchema } from '../../src/core/tool.ts'
import { valueFor } from './field-value.ts'
import { type FormAgent, reportOf, type SettledCall } from './form-agent.ts'
import type { FormField } from './form-page.ts'

/** The schemas of a form's fields, by key. */
export type Schemas = Record<string, JsonSchema>

/** One property of the tool's input that has to do with the field, and what the extension said about it so far. */
type Part = { key: string; wanted: FormField['wanted']; claim?: unknown; skip?: string; refusal?: string }

/** One field while its page is measured. No parts: it was not offered yet. */
export type Trial = { field: FormField; parts: Part[] }

export const pathOf = ({ key }: Part): string => `values.${key}`

const isDuePart = ({ claim, skip, refusal }: Part): boolean =>
  claim === undefined && refusal === undefined && (skip === undefined || skip === 'user_edited')

/** What is still to be asked for, of what is offered now. */
export const dueParts = (trials: readonly Trial[], schemas: Schemas): Part[] =>
  trials.flatMap((trial) => findParts(trial, schemas).filter(isDuePart))

/** By its label as the page shows it, or by the labels of its boxes where the page leaves each by itself. */
function findParts(trial: Trial, schemas: Schemas): Part[] {
  if (trial.parts.length > 0) return trial.parts
  const { field } = trial
  const keyOf = (label: string): string | undefined =>
    Object.entries(schemas).find(([, { title }]) => title === label)?.[0]
  const own = keyOf(field.label)
  const boxes = (field.boxes ?? []).map((label) => ({ label, key: keyOf(label) }))
  if (own !== undefined) trial.parts = [{ key: own, wanted: field.wanted }]
  else if (boxes.every(({ key }) => key !== undefined))
    trial.parts = boxes.map(({ label, key = '' }) => ({ key, wanted: [field.wanted].flat().includes(label) }))
  return trial.parts
}

/** What the agent sends; where the choices are not in the schema it looks them up first. */
export async function wantedValue(
  agent: FormAgent,
  tool: string,
  schema: JsonSchema,
  part: Part,
): Promise<unknown> {
  const lookup = tool.replace(/fill$/, 'options')
  if (typeof part.wanted !== 'string' || !isLookedUp(schema)) return valueFor(schema, part.wanted)
  const { result } = await agent.call(lookup, { field: part.key, query: part.wanted })
  const choices = result.status === 'ok' ? (result.data as { value: string; title: string }[]) : []
  return choices.find(({ title }) => title === part.wanted)?.value ?? valueFor(schema, part.wanted)
}

/** Fields whose choices come later say so in their description. */
const isLookedUp = ({ description }: JsonSchema): boolean =>
  typeof description === 'string' && description.includes('options tool')

/** Takes down what the result says about each part that was asked for. */
export function noteOutcome(due: readonly Part[], { result }: SettledCall): void {
  const { changes, skipped } = reportOf(result)
  for (const part of due) {
    const path = pathOf(part)
    const change = changes.find((one) => one.path === path)
    const skip = skipped.find((one) => one.path === path)
    const refusal = skip || change ? undefined : refusalOf(result, part)
    delete part.skip
    if (skip) part.skip = skip.reason
    if (change) part.claim = change.after ?? null
    if (refusal !== undefined) part.refusal = refusal
  }
}

export const unmentioned = 'not mentioned in the result'

/** Undefined for a part that stood aside because another one was at fault; it gets its turn. */
function refusalOf(result: SettledCall['result'], part: Part): string | undefined {
  if (result.status === 'invalid') return issueFor(result.issues, pathOf(part))?.message
  return result.status === 'ok' ? unmentioned : JSON.stringify(result)
}

const issueFor = (issues: readonly Issue[], path: string): Issue | undefined =>
  issues.find((issue) => issue.path === path || issue.path.startsWith(`${path}.`))
