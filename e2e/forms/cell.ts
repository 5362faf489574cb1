/** One field of one page, measured. */
export type Cell = {
  library: string
  control: string
  label: string
  /** The library's state and what its submit handler got are what was asked for. */
  filled: Mark
  /** The result of the fill says what is the case. */
  verified: Mark
  /** After undo the library's state is what it was at first. */
  undone: Mark
  /** What is behind anything but `yes`. */
  notes: string[]
}

/** `skip`: not done, and the result said so. `lie`: the result said another thing than the library's state. */
export type Mark = 'yes' | 'skip' | 'no' | 'lie'

export const isWorking = (cell: Cell): boolean =>
  cell.filled === 'yes' && cell.verified === 'yes' && cell.undone === 'yes'

export const isLie = (cell: Cell): boolean => [cell.filled, cell.verified, cell.undone].includes('lie')

/** Does not fully work, and every part that does not was told to the agent. */
export const isHonestSkip = (cell: Cell): boolean =>
  !isWorking(cell) &&
  [cell.filled, cell.verified, cell.undone].every((mark) => mark === 'yes' || mark === 'skip')

/** All cells of one page, as a test attaches them for the table. */
export const cellsAttachment = 'form cells'
