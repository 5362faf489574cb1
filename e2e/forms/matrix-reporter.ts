import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { type Cell, cellsAttachment, isLie } from './cell.ts'
import { formPageGroups, formPages } from './form-pages.ts'
import { drawMatrix, drawOverview, workingPercent } from './matrix.ts'

const markers = ['<!-- forms:begin -->', '<!-- forms:end -->'] as const
const requiredPercent = 95

/** Prints the table of what the tests measured, and keeps it in the documents when every page was measured. */
// oxlint-disable-next-line import/no-default-export -- Playwright takes reporters so
export default class MatrixReporter implements Reporter {
  private readonly cells: Cell[] = []

  onTestEnd(test: TestCase, result: TestResult): void {
    const attached = result.attachments.find(({ name }) => name === cellsAttachment)
    const seconds = Math.round(result.duration / 1000)
    process.stderr.write(`${result.status === 'passed' ? '·' : '✗'} ${test.title} (${seconds} s)\n`)
    if (attached?.body) this.cells.push(...(JSON.parse(attached.body.toString()) as Cell[]))
    else if (result.error) process.stderr.write(`${result.error.message}\n`)
  }

  onEnd(result: FullResult): Promise<{ status: FullResult['status'] }> {
    const matrix = drawMatrix(formPageGroups, this.cells)
    process.stdout.write(`${matrix}\n`)
    const measured = new Set(this.cells.map(({ library }) => library))
    if (formPages.every(({ library }) => measured.has(library))) {
      keep('docs/forms.md', matrix)
      keep('README.md', drawOverview(formPages, this.cells))
    }
    const isGood = !this.cells.some(isLie) && workingPercent(this.cells) >= requiredPercent
    return Promise.resolve({ status: isGood ? result.status : 'failed' })
  }
}

function keep(name: string, table: string): void {
  const file = resolve(name)
  const text = readFileSync(file, 'utf8')
  const [begin, end] = markers
  const [before] = text.split(begin)
  const [, after] = text.split(end)
  writeFileSync(file, `${before}${begin}\n\n${table}\n\n${end}${after}`)
}
