import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { createGuard, type Guard } from './guard.ts'
import { useUi } from './ui-context.tsx'

export type GuardedButton = {
  ref: RefObject<HTMLButtonElement | null>
  /** For the eye and for assistive technology; a press is judged by the clock. */
  'aria-disabled': boolean
  onPointerDown: () => void
  onKeyDown: (event: KeyboardEvent) => void
  onClick: (event: MouseEvent) => void
}

/**
 * Properties of a button whose press decides something. It is inert for a while after it appears, after it moves, after
 * `shown` changes and after the window takes the focus, and a press meanwhile starts that time anew.
 */
export function useGuard(shown: string, onPress: () => void, isAllowed = true): GuardedButton {
  const { isSelfOpened } = useUi()
  const guard = useMemo(() => createGuard({ now: () => Date.now(), isSelfOpened }), [isSelfOpened])
  const ref = useRef<HTMLButtonElement>(null)
  const lastPress = useRef<boolean | undefined>(undefined)
  const [isArmed, setArmed] = useState(false)
  const place = usePlace(ref, guard)

  useLayoutEffect(() => {
    guard.disturb()
    setArmed(false)
  }, [guard, shown])
  useDisturbances(ref, guard)
  useEveryFrame(() => {
    place.check()
    setArmed(guard.isArmed())
  })

  const press = (): void => {
    place.check()
    lastPress.current = guard.press()
    setArmed(guard.isArmed())
  }
  return {
    ref,
    'aria-disabled': !isArmed || !isAllowed,
    onPointerDown: press,
    onKeyDown: (event) => {
      if (event.key === 'Enter' || event.key === ' ') press()
    },
    onClick: (event) => {
      // Assistive technology clicks without a press before.
      if (lastPress.current === undefined) press()
      place.check()
      const counts = lastPress.current === true && guard.isArmed() && event.detail <= 1
      lastPress.current = undefined
      if (!counts) guard.disturb()
      else if (isAllowed) onPress()
    },
  }
}

/** Whether the button is where it was, since anything above it may grow or go. */
function usePlace(ref: RefObject<HTMLButtonElement | null>, guard: Guard): { check: () => void } {
  return useMemo(() => {
    let last = ''
    return {
      check(): void {
        const box = ref.current?.getBoundingClientRect()
        if (!box) return
        const place = [box.x, box.y, box.width, box.height, screenX, screenY].map(Math.round).join(' ')
        if (last !== place) guard.disturb()
        last = place
      },
    }
  }, [ref, guard])
}

function useDisturbances(ref: RefObject<HTMLButtonElement | null>, guard: Guard): void {
  const { isSelfOpened } = useUi()
  useEffect(() => {
    const lifetime = new AbortController()
    const { signal } = lifetime
    for (const type of ['focus', 'blur', 'resize'] as const) addEventListener(type, guard.disturb, { signal })
    document.addEventListener('visibilitychange', guard.disturb, { signal })
    if (isSelfOpened) watchQuiet(ref, guard, signal)
    return () => lifetime.abort()
  }, [ref, guard, isSelfOpened])
}

/** A moved pointer or Tab says that somebody is here; keys and presses elsewhere say that they are busy. */
function watchQuiet(ref: RefObject<HTMLButtonElement | null>, guard: Guard, signal: AbortSignal): void {
  const disturb = (event: Event): void => {
    const isOnButton = event.target instanceof Node && ref.current?.contains(event.target) === true
    if (!isOnButton) guard.disturb()
  }
  addEventListener('pointermove', (event) => guard.noteMove(`${event.screenX} ${event.screenY}`), { signal })
  addEventListener('pointerdown', disturb, { signal, capture: true })
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Tab') ['before Tab', 'after Tab'].forEach(guard.noteMove)
    disturb(event)
  }
  addEventListener('keydown', onKey, { signal, capture: true })
}

function useEveryFrame(look: () => void): void {
  const latest = useRef(look)
  latest.current = look
  useEffect(() => {
    let frame = requestAnimationFrame(function next() {
      latest.current()
      frame = requestAnimationFrame(next)
    })
    return () => cancelAnimationFrame(frame)
  }, [])
}
