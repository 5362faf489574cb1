import { type Cell, isHonestSkip, isLie, isWorking, type Mark } from './cell.ts'
import type { FormPage } from './form-page.ts'

const signs: Record<Mark, string> = { yes: '✓', skip: '–', no: '✗', lie: '‼' }

const signsOf = ({ filled, verified, undone }: Cell): string =>
  [filled, verified, undone].map((mark) => signs[mark]).join('')

/** How many per cent of the cells fully work, with one decimal. */
export const workingPercent = (cells: readonly Cell[]): number =>
  cells.length === 0 ? 0 : Math.floor((1000 * cells.filter(isWorking).length) / cells.length) / 10

/** The whole report in Markdown: control kinds × libraries, one table for each group of pages, and what does not work. */
export function drawMatrix(
  groups: readonly { title: string; pages: readonly FormPage[] }[],
  cells: readonly Cell[],
): string {
  const tables = groups.map(({ title, pages }) =>
    drawTable(
      title,
      pages.map(({ library }) => library),
      cells,
    ),
  )
  return [summary(cells), ...tables, exceptions(cells)].filter(Boolean).join('\n\n')
}

/** The same in short: one row for each library, and what does not fully work of it. */
export function drawOverview(pages: readonly FormPage[], cells: readonly Cell[]): string {
  const rows = pages.map(({ library }) => {
    const own = cells.filter((cell) => cell.library === library)
    const count = (part: 'filled' | 'verified' | 'undone'): string =>
      `${own.filter((cell) => cell[part] === 'yes').length}/${own.length}`
    const kinds = own.map((cell) => (isWorking(cell) ? cell.control : `${cell.control} ${signsOf(cell)}`))
    return [library, count('filled'), count('verified'), count('undone'), [...new Set(kinds)].join(', ')]
  })
  const head = [
    ['Library', 'Filled', 'Verified', 'Undone', 'Kinds of control'],
    ['---', ':-:', ':-:', ':-:', '---'],
  ]
  return [summary(cells), [...head, ...rows].map((line) => `| ${line.join(' | ')} |`).join('\n')].join('\n\n')
}

const summary = (cells: readonly Cell[]): string => {
  const working = cells.filter(isWorking).length
  const honest = cells.filter(isHonestSkip).length
  return (
    `${working} of ${cells.length} cells fully work (${workingPercent(cells)} %), ${honest} are skips that the result names, ` +
    `${cells.filter(isLie).length} say another thing than the library’s own state. Each cell: filled, verified, undone.`
  )
}

function drawTable(title: string, libraries: readonly string[], cells: readonly Cell[]): string {
  const own = cells.filter(({ library }) => libraries.includes(library))
  if (own.length === 0) return ''
  const controls = [...new Set(own.map(({ control }) => control))]
  const row = (control: string): string[] =>
    libraries.map((library) => {
      const found = own.filter((cell) => cell.library === library && cell.control === control)
      return found.map(signsOf).join(' ')
    })
  const lines = [
    [title, ...libraries],
    ['---', ...libraries.map(() => ':-:')],
    ...controls.map((control) => [control, ...row(control)]),
  ]
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n')
}

function exceptions(cells: readonly Cell[]): string {
  const failing = cells.filter((cell) => !isWorking(cell))
  if (failing.length === 0) return ''
  const lines = failing.map(
    (cell) => `- ${cell.library}, ${cell.control} “${cell.label}”: ${signsOf(cell)} ${cell.notes.join('; ')}`,
  )
  return ['What does not fully work, and what was said about it:', '', ...lines].join('\n')
}
