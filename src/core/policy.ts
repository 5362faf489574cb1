import type { Caller, ToolHints } from './tool.ts'
import type { ToolEntry } from './tool-manifest.ts'

export const siteModes = ['ask_all', 'ask_consequential', 'read_only'] as const
export type SiteMode = (typeof siteModes)[number]
export const defaultSiteMode: SiteMode = 'ask_all'

export const rememberChoices = ['once', 'fills_30_min', 'session', 'always'] as const
export type RememberChoice = (typeof rememberChoices)[number]

/**
 * A grant that holds for this agent, origin, tool and definition hash. `read`: a read-only page tool was approved once
 * already; it is remembered without a choice.
 */
export type FoundGrant = {
  kind: 'fills_30_min' | 'session' | 'always' | 'read'
  /** It was given for a call that its input made consequential (a fill that also submits). */
  coversConsequentialInput?: boolean
}

export const hintClasses = ['readOnly', 'none', 'consequential', 'destructive'] as const
export type HintClass = (typeof hintClasses)[number]

export type PolicyTool = Pick<
  ToolEntry,
  'kind' | 'hints' | 'takesFreeText' | 'consequentialWhen' | 'sendsTo' | 'hasPageSensitivePaths'
>

export type PolicyFacts = {
  mode: SiteMode
  caller: Caller
  tool: PolicyTool
  input: unknown
  grants: readonly FoundGrant[]
  /** Other origins whose results this agent's key has received since the browser started. */
  originsRead: readonly string[]
}

export type Verdict =
  | { verdict: 'run' }
  | { verdict: 'hold'; why: 'change' | 'first_read' | 'crossing_sites' | 'sends_elsewhere' }
  | { verdict: 'refuse' }

/** What is to happen with a call before the page sees it. The page can still be stricter. */
export function decidePolicy(facts: PolicyFacts): Verdict {
  const { caller, tool, mode } = facts
  if (caller === 'human') return { verdict: 'run' }
  if (!isListed(tool, mode)) return { verdict: 'refuse' }
  if (isCrossingSites(facts)) return { verdict: 'hold', why: 'crossing_sites' }
  const hintClass = hintClassOf(tool, facts.input)
  if (hintClass === 'readOnly') return decideRead(facts)
  if (tool.sendsTo !== undefined) return { verdict: 'hold', why: 'sends_elsewhere' }
  if (isGranted(facts, hintClass)) return { verdict: 'run' }
  if (mode === 'ask_consequential' && hintClass === 'none') return { verdict: 'run' }
  return { verdict: 'hold', why: 'change' }
}

/** Whether an agent may see the tool at all: in read-only mode only what reads. */
export const isListed = (tool: { hints: ToolHints }, mode: SiteMode): boolean =>
  mode !== 'read_only' || (tool.hints.readOnly === true && !isHintedAsChange(tool.hints))

/** A page's silence proves nothing: its tools are consequential unless they say that they only read. */
export function hintClassOf(
  tool: Pick<PolicyTool, 'kind' | 'hints' | 'consequentialWhen'>,
  input: unknown,
): HintClass {
  if (tool.hints.destructive) return 'destructive'
  if (tool.hints.consequential || isConsequentialByInput(tool.consequentialWhen, input))
    return 'consequential'
  if (tool.hints.readOnly) return 'readOnly'
  return tool.kind === 'page' || tool.kind === 'submit' ? 'consequential' : 'none'
}

/** Anything but an absent or false value counts, so that a malformed input never passes as harmless. */
export function isConsequentialByInput(property: string | undefined, input: unknown): boolean {
  if (property === undefined || typeof input !== 'object' || input === null) return false
  if (!Object.hasOwn(input, property)) return false
  const value: unknown = Reflect.get(input, property)
  return value !== false && value !== undefined && value !== null
}

/** Free text of one site may end up at another one: whatever hints and grants say, the person sees it first. */
export const isCrossingSites = (facts: Pick<PolicyFacts, 'tool' | 'input' | 'originsRead'>): boolean =>
  facts.originsRead.length > 0 && facts.tool.takesFreeText && holdsText(facts.input)

/**
 * What the person may choose on the card, the default first. `priorApprovals`: of this agent's fills on this page.
 */
export function findRememberChoices(
  facts: Omit<PolicyFacts, 'grants' | 'mode'> & { priorApprovals: number },
): RememberChoice[] {
  const { tool, caller } = facts
  const hintClass = hintClassOf(tool, facts.input)
  const isOnceOnly =
    caller !== 'mcp' ||
    hintClass === 'destructive' ||
    hintClass === 'readOnly' ||
    tool.hasPageSensitivePaths ||
    tool.sendsTo !== undefined ||
    isCrossingSites(facts)
  if (isOnceOnly) return ['once']
  if (hintClass === 'consequential') return ['once', 'session']
  const fills: RememberChoice[] = tool.kind === 'fill' && facts.priorApprovals >= 1 ? ['fills_30_min'] : []
  return ['once', ...fills, 'session', 'always']
}

function decideRead({ tool, grants, caller }: PolicyFacts): Verdict {
  const isKnown = tool.kind !== 'page' || caller === 'test'
  const isApproved = !tool.hasPageSensitivePaths && grants.some(({ kind }) => kind === 'read')
  return isKnown || isApproved ? { verdict: 'run' } : { verdict: 'hold', why: 'first_read' }
}

function isGranted({ tool, input, grants }: PolicyFacts, hintClass: HintClass): boolean {
  if (tool.hasPageSensitivePaths || hintClass === 'destructive') return false
  const isByInput = isConsequentialByInput(tool.consequentialWhen, input)
  return grants.some((grant) => {
    if (grant.kind === 'fills_30_min') return tool.kind === 'fill' && hintClass === 'none'
    if (grant.kind === 'read') return false
    if (hintClass === 'none') return true
    return grant.kind === 'session' && (!isByInput || grant.coversConsequentialInput === true)
  })
}

const isHintedAsChange = (hints: ToolHints): boolean =>
  hints.consequential === true || hints.destructive === true

function holdsText(value: unknown): boolean {
  if (typeof value === 'string') return value !== ''
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, child]) => key !== '' && holdsText(child))
}
