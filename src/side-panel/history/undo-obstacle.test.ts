import { describe, expect, it } from 'vitest'
import type { HistoryEntry } from '../../store/history.ts'
import { undoObstacle } from './undo-obstacle.ts'

const fill: HistoryEntry = {
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
  record: { tool: 'booking.fill', canUndo: true, durationMs: 1 },
  documentId: 'D',
  tabId: 1,
}

describe('what keeps a call from being undone', () => {
  it('is nothing for a fill whose document still holds the old values', () => {
    expect(undoObstacle(fill, true)).toBeUndefined()
  })

  it.each([
    ['it has not ended', { state: 'running' }, true, 'panel_undo_open'],
    ['it was undone', { undoneBy: 'c2' }, false, 'panel_undo_done'],
    ['it is an undo itself', { undoOf: 'c0' }, true, 'panel_undo_of_undo'],
    ['it failed', { status: 'error' }, false, 'panel_undo_nothing'],
    [
      'its tool has no undo',
      { record: { tool: 't', canUndo: false, durationMs: 1 } },
      false,
      'panel_undo_unable',
    ],
    ['its page was left', {}, false, 'panel_undo_left'],
  ] as const)('is that %s', (_, changes, isKept, expected) => {
    expect(undoObstacle({ ...fill, ...changes }, isKept)).toBe(expected)
  })
})
