import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { HistoryFeed } from './history-feed.ts'
import { indexOfOrder } from './timeline.ts'
import type { SteadyScroll } from './use-steady-scroll.ts'

export type ListKeys = {
  /** The row that Tab reaches: the one that had the focus last, else the first in sight. */
  focusedIndex: number
  setFocused: (order: number) => void
  focusRow: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

const pageRows = 8

/** Arrows, Page Up and Down, Home and End move through the rows; Tab enters and leaves the list. */
export function useListKeys(feed: HistoryFeed, { ref, firstIndex, scrollToRow }: SteadyScroll): ListKeys {
  const [focused, setFocused] = useState(0)
  const isMoving = useRef(false)
  const focusedIndex = focused === 0 ? firstIndex : indexOfOrder(feed.orders, focused).index
  const findRow = () => ref.current?.querySelector<HTMLElement>('button.call[tabindex="0"]')
  useLayoutEffect(() => {
    // The row may still have to be read; then the next drawing comes by here again.
    const row = isMoving.current ? findRow() : undefined
    if (!row) return
    isMoving.current = false
    row.focus({ preventScroll: true })
  })
  return {
    focusedIndex,
    setFocused,
    focusRow: () => findRow()?.focus({ preventScroll: true }),
    onKeyDown(event) {
      const next = nextIndex(event.key, focusedIndex, feed.orders.length)
      if (next === undefined) return
      event.preventDefault()
      isMoving.current = true
      scrollToRow(next)
      setFocused(feed.orders[next] ?? 0)
    },
  }
}

function nextIndex(key: string, index: number, length: number): number | undefined {
  const moves: Record<string, number> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + pageRows,
    PageUp: index - pageRows,
    Home: 0,
    End: length - 1,
  }
  const next = moves[key]
  return next === undefined || length === 0 ? undefined : Math.min(Math.max(next, 0), length - 1)
}
