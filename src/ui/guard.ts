/** Decides when a press on Approve counts. Times in milliseconds. */
export type Guard = {
  /** The button appeared, moved or changed, or the window took the focus: the inert time starts anew. */
  disturb: () => void
  /** A pointer position, or a deliberate step by keyboard; only a second, different one is a move. */
  noteMove: (position: string) => void
  /** Whether a press at this moment would count. */
  isArmed: () => boolean
  /** A press begins. One that does not count starts the inert time anew. */
  press: () => boolean
}

const inertMs = 500
/** In a popup that opened by itself a person may be typing or clicking in the page at that moment. */
const selfOpenedInertMs = 1000

export function createGuard(options: { now: () => number; isSelfOpened: boolean }): Guard {
  const { now, isSelfOpened } = options
  const waitMs = isSelfOpened ? selfOpenedInertMs : inertMs
  let quietSince = now()
  let firstPosition: string | undefined
  let hasMoved = !isSelfOpened
  const isArmed = (): boolean => hasMoved && now() - quietSince >= waitMs
  const disturb = (): void => {
    quietSince = now()
  }
  return {
    disturb,
    isArmed,
    noteMove(position) {
      firstPosition ??= position
      if (position !== firstPosition) hasMoved = true
    },
    press() {
      const counts = isArmed()
      if (!counts) disturb()
      return counts
    },
  }
}
