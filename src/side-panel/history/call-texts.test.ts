import { describe, expect, it } from 'vitest'
import messages from '../../../public/_locales/en/messages.json' with { type: 'json' }
import { outcomeOf } from '../../store/history-segments.ts'
import type { HistoryEntry } from '../../store/history.ts'
import type { Translate } from '../../ui/translate.ts'
import { dayText, deciderText, durationText, isOutcome, outcomeText } from './call-texts.ts'

const t: Translate = (key, ...substitutions) =>
  substitutions.reduce<string>(
    (text, value, at) => text.replace(`$${at + 1}`, String(value)),
    messages[key].message,
  )

const entry: HistoryEntry = {
  callId: 'c1',
  startedAt: 0,
  caller: 'mcp',
  agentId: 'a1',
  agentName: 'Claude Code',
  origin: 'https://bistro.example',
  topOrigin: 'https://bistro.example',
  tool: 'booking.fill',
  state: 'settled',
  status: 'ok',
  documentId: 'D',
  tabId: 1,
}

describe('the badge of a call', () => {
  it('says where it stands until it has ended, then what came of it', () => {
    expect(outcomeText(t, outcomeOf({ ...entry, state: 'held' }))).toBe('Waiting for you')
    expect(outcomeText(t, outcomeOf({ ...entry, state: 'running' }))).toBe('Running')
    expect(outcomeText(t, outcomeOf(entry))).toBe('Done')
    expect(outcomeText(t, outcomeOf({ ...entry, undoneBy: 'c2' }))).toBe('Undone')
  })

  it('tells a rejection from an abort and from a rule', () => {
    const texts = (['operator', 'signal', 'policy'] as const).map((by) => outcomeText(t, 'cancelled', by))
    expect(texts).toEqual(['You said no', 'Aborted', 'Stopped by a rule'])
  })

  it('knows its own outcomes only', () => {
    expect(isOutcome('error')).toBe(true)
    expect(isOutcome('toString')).toBe(false)
  })
})

describe('who decided', () => {
  it('is the person for their own calls, whatever else is recorded', () => {
    expect(deciderText(t, { ...entry, caller: 'human', decidedBy: 'mode' })).toBe('You ran it yourself')
    expect(deciderText(t, { ...entry, decidedBy: 'grant' })).toContain('approval')
    expect(deciderText(t, entry)).toBeUndefined()
  })
})

describe('times', () => {
  it('gives durations in the unit that a person would choose', () => {
    expect([12, 3_440, 45_000, 180_000].map((ms) => durationText(ms, 'en'))).toEqual([
      '12 ms',
      '3.4 sec',
      '45 sec',
      '3 min',
    ])
  })

  it('calls today and yesterday by their names', () => {
    const today = new Date().setHours(0, 0, 0, 0)
    const yesterday = new Date(today - 1).setHours(0, 0, 0, 0)
    expect(dayText(today, t, 'en')).toMatch(/^Today, /)
    expect(dayText(yesterday, t, 'en')).toMatch(/^Yesterday, /)
    expect(dayText(new Date(2020, 1, 3).getTime(), t, 'en')).toBe('Monday, February 3, 2020')
  })
})
