import type { Page } from '@playwright/test'
import type { Cell } from './cell.ts'
import { type FormAgent, reportOf, type SettledCall } from './form-agent.ts'
import type { FormPage } from './form-page.ts'
import { judge, type State, type Undone } from './judge.ts'
import { dueParts, noteOutcome, type Schemas, type Trial, wantedValue } from './trial.ts'

const readState = (page: Page): Promise<State> => page.evaluate<State>('window.__state()')
const readSubmitted = (page: Page): Promise<State | null> =>
  page.evaluate<State | null>('window.__submitted ?? null')

/** Fills every field of a page through the agent, compares with the library's own state, undoes, and compares again. */
export async function measurePage(page: Page, agent: FormAgent, form: FormPage): Promise<Cell[]> {
  const initial = await readState(page)
  const trials: Trial[] = form.fields.map((field) => ({ field, parts: [] }))
  const calls = await fillAll(agent, trials)
  const filled = await readState(page)
  await submit(agent)
  const submitted = await readSubmitted(page)
  const undone = await undoAll(agent, calls)
  const restored = await readState(page)
  return trials.map((trial) => judge(form, trial, { initial, filled, submitted, undone, restored }))
}

const fillTool = async (agent: FormAgent): Promise<string> => {
  const tool = (await agent.listTools()).find((name) => name.endsWith('.fill'))
  if (!tool) throw new Error('The page has no tool that fills a form')
  return tool
}

async function schemasOf(agent: FormAgent, tool: string): Promise<Schemas> {
  const { properties } = (await agent.describe(tool)) as { properties: { values: { properties: Schemas } } }
  return properties.values.properties
}

const maxRounds = 6

/** As an agent would: what was not there at first or was not accepted is left to the next round. */
async function fillAll(agent: FormAgent, trials: Trial[]): Promise<SettledCall[]> {
  const calls: SettledCall[] = []
  for (let round = 0; round < maxRounds; round++) {
    const tool = await fillTool(agent)
    const schemas = await schemasOf(agent, tool)
    const due = dueParts(trials, schemas)
    if (due.length === 0) break
    const values: Record<string, unknown> = {}
    for (const part of due) values[part.key] = await wantedValue(agent, tool, schemas[part.key] ?? {}, part)
    const isAgain = due.some(({ skip }) => skip === 'user_edited')
    const call = await agent.call(tool, { values, ...(isAgain ? { overwrite: true } : {}) })
    calls.push(call)
    noteOutcome(due, call)
  }
  return calls
}

async function submit(agent: FormAgent): Promise<void> {
  const tool = (await agent.listTools()).find((name) => name.endsWith('.submit'))
  if (tool) await agent.call(tool, {})
}

async function undoAll(agent: FormAgent, calls: readonly SettledCall[]): Promise<Undone> {
  const undone: Undone = { done: new Set(), skipped: new Map() }
  for (const { callId, result } of calls.toReversed()) {
    if (reportOf(result).changes.length === 0) continue
    const { changes, skipped } = reportOf(await agent.undo(callId))
    for (const { path } of changes) undone.done.add(path)
    for (const { path, reason } of skipped) undone.skipped.set(path, reason)
  }
  return undone
}
