import { openRoots } from './composed-tree.ts'
import { clickLikeMouse } from './page-events.ts'
import { settle, waitFor } from './settle.ts'

export type Day = { year: number; month: number; day: number }
type DayCell = { element: HTMLElement; date: Day }

export const isSameDay = (a: Day, b: Day): boolean =>
  a.year === b.year && a.month === b.month && a.day === b.day

/** A calendar day out of `yyyy-mm-dd` or words such as `March 21, 2027`; null for anything else. */
export function readDay(text: string): Day | null {
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text.trim())
  if (iso) return { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) }
  if (!/\d{4}/.test(text) || /^\d+$/.test(text)) return null
  const date = new Date(text)
  if (Number.isNaN(date.getTime())) return null
  return { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() }
}

const cellSelector =
  'td,button,[role=gridcell],[role=button],span[aria-label],div[aria-label],[data-date],[data-day]'
const dateAttributes = ['aria-label', 'data-date', 'data-day', 'title', 'data-value']

/** The cells of open calendars that say which day they stand for, without those of a calendar that was open before. */
export function visibleDays(document: Document, ignored: ReadonlySet<Element> = new Set()): DayCell[] {
  return openRoots(document)
    .flatMap((root) => [...root.querySelectorAll<HTMLElement>(cellSelector)])
    .filter((element) => !ignored.has(element))
    .flatMap((element) => {
      const date = /^\s*\d{1,2}\s*$/.test(element.textContent) ? dateOf(element) : null
      return date && element.checkVisibility({ visibilityProperty: true }) ? [{ element, date }] : []
    })
}

function dateOf(element: Element): Day | null {
  const day = Number(element.textContent.trim())
  for (const name of dateAttributes) {
    const date = readDay(element.getAttribute(name) ?? '')
    if (date?.day === day) return date
  }
  return null
}

const maxMonths = 600

const turnWaitMs = 1000

/** Leafs through the open calendar until the day is there. */
export async function showDay(
  document: Document,
  day: Day,
  ignored: ReadonlySet<Element>,
): Promise<HTMLElement | undefined> {
  const wanted = day.year * 12 + day.month
  const distanceNow = (): number | undefined => {
    const shown = monthOf(visibleDays(document, ignored))
    return shown === undefined ? undefined : wanted - shown
  }
  for (let turn = 0; turn < maxMonths; turn++) {
    const cells = visibleDays(document, ignored)
    const distance = distanceNow()
    const [first] = cells
    if (distance === undefined || !first) return undefined
    const found = cells.find(({ date }) => isSameDay(date, day))
    if (found && distance === 0) return found.element
    const button = distance === 0 ? undefined : turnButton(first.element, distance)
    if (!button) return found?.element
    clickLikeMouse(button)
    await settle(document)
    const isCloser = (): true | undefined =>
      Math.abs(distanceNow() ?? Infinity) < Math.abs(distance) ? true : undefined
    if (!(await waitFor(document, isCloser, turnWaitMs))) return undefined
  }
  return undefined
}

/** The month that most of the cells belong to, in months since year 0. */
function monthOf(cells: readonly DayCell[]): number | undefined {
  const counts = new Map<number, number>()
  for (const { date } of cells) {
    const month = date.year * 12 + date.month
    counts.set(month, (counts.get(month) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0]
}

/** The button around a calendar that turns to the next or the previous month. */
function turnButton(cell: Element, distance: number): HTMLElement | undefined {
  const wanted =
    distance > 0 ? /next|forward|nächst|suivant|siguiente/i : /prev|back|vorig|précédent|anterior/i
  for (let at = cell.parentElement; at && at.localName !== 'body'; at = at.parentElement) {
    const found = [...at.querySelectorAll<HTMLElement>('button,[role=button],a,span')].filter((button) => {
      const name = `${button.getAttribute('aria-label') ?? ''} ${button.getAttribute('class') ?? ''} ${button.dataset['direction'] ?? ''} ${button.title}`
      return wanted.test(name) && !/year|super|double|day/i.test(name) && button.checkVisibility()
    })
    if (found.length > 0) return found[0]
  }
  return undefined
}
