/**
 * What a page says of itself, for tests to compare with what an agent was told: `__state()` is the library's own current
 * state, `__submitted` what the library's own submit handler received last, both as plain JSON.
 */
export function exposeState(readState) {
  Object.assign(window, { __state: () => toPlain(readState()) })
}

/** To be called by the library's submit handler, with what it was given. */
export function receive(values) {
  Object.assign(window, { __submitted: toPlain(values) })
  const output = document.querySelector('output')
  if (output) output.textContent = 'Thank you, we have got it.'
}

/** Tests wait for this before they look at the page. */
export function markReady() {
  Object.assign(window, { __ready: true })
}

/** A `Date` as the local calendar day, `yyyy-mm-dd`; null where there is none. */
export function dayOf(date) {
  if (!(date instanceof Date) || Number.isNaN(date.getTime())) return null
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** A `Date` as the local time of day, `hh:mm`; null where there is none. */
export function timeOf(date) {
  if (!(date instanceof Date) || Number.isNaN(date.getTime())) return null
  return `${two(date.getHours())}:${two(date.getMinutes())}`
}

const two = (number) => String(number).padStart(2, '0')

const toPlain = (value) =>
  JSON.parse(JSON.stringify(value, (_key, item) => (item === undefined ? null : item)))
