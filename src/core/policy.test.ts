import { describe, expect, test } from 'vitest'
import {
  decidePolicy,
  findRememberChoices,
  hintClassOf,
  isListed,
  type FoundGrant,
  type PolicyFacts,
  type PolicyTool,
  type SiteMode,
} from './policy.ts'

const toolOf = (more: Partial<PolicyTool> = {}): PolicyTool => ({
  kind: 'fill',
  hints: {},
  takesFreeText: false,
  hasPageSensitivePaths: false,
  ...more,
})
const fill = toolOf({ consequentialWhen: 'submit' })
const submit = toolOf({ kind: 'submit', hints: { consequential: true } })
const destructive = toolOf({ kind: 'page', hints: { destructive: true } })
const options = toolOf({ kind: 'options', hints: { readOnly: true } })
const pageRead = toolOf({ kind: 'page', hints: { readOnly: true } })
const pageSilent = toolOf({ kind: 'page' })

const verdictOf = (tool: PolicyTool, more: Partial<PolicyFacts> = {}): string => {
  const verdict = decidePolicy({
    mode: 'ask_all',
    caller: 'mcp',
    tool,
    input: {},
    grants: [],
    originsRead: [],
    ...more,
  })
  return verdict.verdict === 'hold' ? `hold: ${verdict.why}` : verdict.verdict
}

describe('hint classes', () => {
  test.each<[string, PolicyTool, unknown, string]>([
    ['a fill is unhinted', fill, {}, 'none'],
    ['a fill that also submits is consequential', fill, { submit: true }, 'consequential'],
    ['an odd value of submit is consequential too', fill, { submit: 'yes' }, 'consequential'],
    ['submit: false is not', fill, { submit: false }, 'none'],
    ['a submit is consequential', toolOf({ kind: 'submit' }), {}, 'consequential'],
    ["a page's silence proves nothing", pageSilent, {}, 'consequential'],
    ['a page tool may say that it only reads', pageRead, {}, 'readOnly'],
    [
      'destructive outweighs readOnly',
      toolOf({ hints: { readOnly: true, destructive: true } }),
      {},
      'destructive',
    ],
    [
      'consequential outweighs readOnly',
      toolOf({ hints: { readOnly: true, consequential: true } }),
      {},
      'consequential',
    ],
    [
      'a consequential input outweighs readOnly',
      toolOf({ hints: { readOnly: true }, consequentialWhen: 'go' }),
      { go: true },
      'consequential',
    ],
  ])('%s', (_what, tool, input, expected) => {
    expect(hintClassOf(tool, input)).toBe(expected)
  })
})

describe('the mode of the site', () => {
  test.each<[SiteMode, string, PolicyTool, string]>([
    ['ask_all', 'our read', options, 'run'],
    ['ask_all', 'a fill', fill, 'hold: change'],
    ['ask_all', 'a submit', submit, 'hold: change'],
    ['ask_all', 'a silent page tool', pageSilent, 'hold: change'],
    ['ask_consequential', 'our read', options, 'run'],
    ['ask_consequential', 'a fill', fill, 'run'],
    ['ask_consequential', 'a submit', submit, 'hold: change'],
    ['ask_consequential', 'a silent page tool', pageSilent, 'hold: change'],
    ['ask_consequential', 'a destructive tool', destructive, 'hold: change'],
    ['read_only', 'our read', options, 'run'],
    ['read_only', 'a fill', fill, 'refuse'],
    ['read_only', 'a submit', submit, 'refuse'],
    ['read_only', 'a silent page tool', pageSilent, 'refuse'],
    ['read_only', 'a page tool that reads, at first', pageRead, 'hold: first_read'],
  ])('%s: %s', (mode, _what, tool, expected) => {
    expect(verdictOf(tool, { mode })).toBe(expected)
  })

  test('hides in read-only mode what would be refused', () => {
    expect([fill, submit, pageSilent, destructive].some((tool) => isListed(tool, 'read_only'))).toBe(false)
    expect([options, pageRead].every((tool) => isListed(tool, 'read_only'))).toBe(true)
    expect(isListed(toolOf({ hints: { readOnly: true, destructive: true } }), 'read_only')).toBe(false)
    expect(isListed(fill, 'ask_all')).toBe(true)
  })
})

test('the person asks nobody', () => {
  for (const tool of [fill, submit, destructive, pageSilent])
    expect(verdictOf(tool, { caller: 'human', mode: 'read_only' })).toBe('run')
})

test("the first call of a page's read-only tool is held, and its approval counts from then on", () => {
  expect(verdictOf(pageRead)).toBe('hold: first_read')
  expect(verdictOf(pageRead, { grants: [{ kind: 'read' }] })).toBe('run')
  expect(verdictOf({ ...pageRead, hasPageSensitivePaths: true }, { grants: [{ kind: 'read' }] })).toBe(
    'hold: first_read',
  )
})

describe('a grant', () => {
  const submitting = { submit: true }
  test.each<[string, PolicyTool, unknown, FoundGrant, string]>([
    ['of fills covers a fill', fill, {}, { kind: 'fills_30_min' }, 'run'],
    ['of fills never covers submit: true', fill, submitting, { kind: 'fills_30_min' }, 'hold: change'],
    [
      'of fills covers nothing but fills',
      toolOf({ kind: 'options' }),
      {},
      { kind: 'fills_30_min' },
      'hold: change',
    ],
    ['for the session covers the tool', fill, {}, { kind: 'session' }, 'run'],
    ['for always covers the tool', fill, {}, { kind: 'always' }, 'run'],
    ['for the session covers a consequential tool', submit, {}, { kind: 'session' }, 'run'],
    ['for always never covers a consequential tool', submit, {}, { kind: 'always' }, 'hold: change'],
    ['given for a fill does not cover a submit', fill, submitting, { kind: 'session' }, 'hold: change'],
    [
      'given for a fill that submits covers one',
      fill,
      submitting,
      { kind: 'session', coversConsequentialInput: true },
      'run',
    ],
    [
      'never covers a destructive tool',
      destructive,
      {},
      { kind: 'session', coversConsequentialInput: true },
      'hold: change',
    ],
    ['to read covers no change', pageSilent, {}, { kind: 'read' }, 'hold: change'],
    [
      'does not count where the page made arguments sensitive',
      { ...fill, hasPageSensitivePaths: true },
      {},
      { kind: 'always' },
      'hold: change',
    ],
    [
      'does not count where the form sends elsewhere',
      { ...fill, sendsTo: 'https://b.example' },
      {},
      { kind: 'always' },
      'hold: sends_elsewhere',
    ],
  ])('%s', (...[, tool, input, grant, expected]) => {
    expect(verdictOf(tool, { input, grants: [grant] })).toBe(expected)
  })
})

describe('crossing sites', () => {
  const open = toolOf({ takesFreeText: true })
  const originsRead = ['https://mail.example']

  test('free text after reading another site is held, whatever hints, mode and grants say', () => {
    const input = { values: { note: 'text' } }
    const facts = {
      input,
      originsRead,
      grants: [{ kind: 'always' } as const],
      mode: 'ask_consequential' as const,
    }
    expect(verdictOf(open, facts)).toBe('hold: crossing_sites')
    expect(verdictOf({ ...open, kind: 'options', hints: { readOnly: true } }, facts)).toBe(
      'hold: crossing_sites',
    )
  })

  test.each<[string, Partial<PolicyFacts>, PolicyTool]>([
    ['nothing was read elsewhere', { input: { a: 'text' }, originsRead: [] }, open],
    ['the tool takes fixed choices only', { input: { a: 'x' }, originsRead }, fill],
    ['the input holds no text', { input: { a: 1, b: [true, null], c: '' }, originsRead }, open],
  ])('is none where %s', (_what, facts, tool) => {
    expect(verdictOf(tool, { ...facts, grants: [{ kind: 'always' }] })).toBe('run')
  })
})

const choices = (tool: PolicyTool, more: Partial<Parameters<typeof findRememberChoices>[0]> = {}) =>
  findRememberChoices({ caller: 'mcp', tool, input: {}, originsRead: [], priorApprovals: 0, ...more })

describe('what may be remembered', () => {
  test.each<[string, PolicyTool, Partial<Parameters<typeof findRememberChoices>[0]>, string[]]>([
    ['a first fill', fill, {}, ['once', 'session', 'always']],
    ['a second fill', fill, { priorApprovals: 1 }, ['once', 'fills_30_min', 'session', 'always']],
    ['a fill that submits', fill, { input: { submit: true }, priorApprovals: 3 }, ['once', 'session']],
    ['a consequential tool: until the browser closes at most', submit, {}, ['once', 'session']],
    ['a destructive tool: this time only', destructive, {}, ['once']],
    ["a page's read: remembered without a choice", pageRead, {}, ['once']],
    ['arguments that the page made sensitive', { ...fill, hasPageSensitivePaths: true }, {}, ['once']],
    ['a form that sends elsewhere', { ...fill, sendsTo: 'https://b.example' }, {}, ['once']],
    ["the page's own assistant", fill, { caller: 'inapp' }, ['once']],
    [
      'text that crosses sites',
      toolOf({ takesFreeText: true }),
      { input: { a: 'x' }, originsRead: ['https://a.example'] },
      ['once'],
    ],
  ])('%s', (_what, tool, more, expected) => {
    expect(choices(tool, more)).toEqual(expected)
  })
})
