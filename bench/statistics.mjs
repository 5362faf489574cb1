// @ts-check

/** @param {readonly number[]} values */
export const median = (values) => quantile(values, 0.5)

/** @param {readonly number[]} values @param {number} part between 0 and 1 */
export function quantile(values, part) {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * part
  const below = sorted[Math.floor(at)] ?? Number.NaN
  const above = sorted[Math.ceil(at)] ?? Number.NaN
  return below + (above - below) * (at - Math.floor(at))
}

/** The same sequence in every run, so that the same samples give the same spread. */
function createDice() {
  let state = 0x2545f491
  return (/** @type {number} */ sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 0x1_0000_0000) * sides)
  }
}

/**
 * The value of a statistic and how far it may be off by chance: half of the interval in which it lies for 95 of 100
 * samples drawn anew from these.
 * @param {readonly (readonly number[])[]} samples @param {(drawn: readonly number[][]) => number} statistic
 * @returns {{ value: number, spread: number }}
 */
function estimate(samples, statistic) {
  const dice = createDice()
  const redrawn = Array.from({ length: 400 }, () =>
    statistic(samples.map((values) => values.map(() => values[dice(values.length)] ?? Number.NaN))),
  )
  return {
    value: statistic(samples.map((values) => [...values])),
    spread: (quantile(redrawn, 0.975) - quantile(redrawn, 0.025)) / 2,
  }
}

/** @param {readonly number[]} values */
export const medianOf = (values) => estimate([values], ([drawn = []]) => median(drawn))

/** How many times the floor it takes, median against median. @param {readonly number[]} values @param {readonly number[]} floor */
export const ratioOf = (values, floor) =>
  estimate([values, floor], ([drawn = [], under = []]) => median(drawn) / median(under))
