import { useMemo, useState } from 'preact/hooks'
import { canonicalJson } from '../core/canonical-json.ts'
import type { Card } from '../core/confirmation.ts'
import type { Issue } from '../core/result.ts'
import { findHiddenIn } from './change-view.tsx'
import type { FindHidden } from './field-value.tsx'
import { useIssues } from './use-issues.ts'

/** The arguments of a card as the person changes them. Switched off, the card's own count; switched on again, these. */
export type Edit = {
  isOn: boolean
  value: unknown
  /** Present where what is approved differs from what the agent sent. */
  edited: { input: unknown } | undefined
  issues: Issue[]
  findHidden: FindHidden
  toggle: () => void
  change: (value: unknown) => void
}

const anything = {}

export function useEdit(card: Card | undefined): Edit {
  const [isOn, setOn] = useState(false)
  const [changed, setChanged] = useState<{ value: unknown }>()
  const value = changed ? changed.value : card?.input
  const findHidden = useMemo(() => findHiddenIn(card?.redacted ?? []), [card])
  const issues = useIssues(card?.inputSchema ?? anything, value, findHidden)
  const isEdited = isOn && changed !== undefined && canonicalJson(value) !== canonicalJson(card?.input)
  return {
    isOn,
    value,
    edited: isEdited ? { input: value } : undefined,
    issues: isEdited ? issues : [],
    findHidden,
    toggle: () => setOn(!isOn),
    change: (next) => setChanged({ value: next }),
  }
}
