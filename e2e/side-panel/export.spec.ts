import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { callOf, fillCalls, filledCount, test } from './filled.ts'
import { expect, foundOf } from './panel.ts'

test.setTimeout(180_000)

/** What the browser saves goes into a folder of the test's. */
async function watchDownloads(panel: Page): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-export-'))
  const session = await panel.context().browser()?.newBrowserCDPSession()
  await session?.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder })
  return folder
}

async function save(panel: Page, folder: string, button: string): Promise<{ name: string; text: string }> {
  const before = await readdir(folder)
  await panel.getByRole('button', { name: 'Export and delete' }).click()
  await panel.getByRole('button', { name: button }).click()
  const findSaved = async (): Promise<string | undefined> =>
    (await readdir(folder)).find((name) => name.startsWith('countersign-') && !before.includes(name))
  await expect.poll(findSaved, { timeout: 60_000 }).toMatch(/\.(jsonl|csv)$/)
  const name = String(await findSaved())
  return { name, text: await readFile(join(folder, name), 'utf8') }
}

/** By `jq` where the machine has it, else as JSON. */
function readJsonLines(text: string): Record<string, unknown>[] {
  const { stdout } = spawnSync('jq', ['-c', '.'], { input: text, encoding: 'utf8', maxBuffer: 1 << 28 })
  const lines = (stdout ?? text).trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
}

/** Opened and saved by LibreOffice, which guesses what a cell holds, where the machine has it. */
async function passSpreadsheet(text: string, folder: string): Promise<string> {
  await writeFile(join(folder, 'opened.csv'), text)
  const guessing = '44,34,76,1,,0,false,true'
  const asText = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,false'
  const options = [
    '--headless',
    `-env:UserInstallation=file://${folder}/profile`,
    `--infilter=CSV:${guessing}`,
  ]
  const paths = ['--convert-to', asText, '--outdir', join(folder, 'saved'), join(folder, 'opened.csv')]
  const { error } = spawnSync('soffice', [...options, ...paths])
  return error ? text : readFile(join(folder, 'saved', 'opened.csv'), 'utf8')
}

/** A call whose texts a spreadsheet would calculate, round or take for a date. */
const oddCall = callOf({
  agentName: 'Jan 5',
  tool: '1e5',
  title: '=HYPERLINK("https://evil.example")',
  summary: 'one\r\ntwo, "three"; \'four\'',
  note: '007',
  message: "'TRUE",
  record: { tool: '1e5', input: { '=a': '=1+1\r\n' }, canUndo: false, durationMs: 1.5 },
})

const readCells = (cells: Record<string, string>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(cells).map(([name, cell]) => {
      if (cell === '') return [name, null]
      const isJson = ['durationMs', 'input', 'changes', 'skipped', 'issues', 'edited'].includes(name)
      return [name, isJson ? (JSON.parse(cell) as unknown) : cell.replace(/^'/, '')]
    }),
  )

test('the list is saved as JSON Lines and as CSV, and both read back the same', async ({ panel }) => {
  await fillCalls(panel, [{ ...oddCall, startedAt: Date.now() }])
  await panel.getByRole('combobox', { name: 'Outcome' }).selectOption('ok')
  await expect(foundOf(panel)).toBeAttached()
  const count = Number((await foundOf(panel).textContent())?.replaceAll(/\D/g, ''))
  expect(count).toBeGreaterThan(500)
  expect(count).toBeLessThan(filledCount)

  const folder = await watchDownloads(panel)
  const json = await save(panel, folder, 'Save as JSON Lines')
  const csv = await save(panel, folder, 'Save as CSV')
  const seen = await passSpreadsheet(csv.text, folder)
  await rm(folder, { recursive: true, force: true })
  expect(json.name).toMatch(/^countersign-history-\d{4}-\d{2}-\d{2}\.jsonl$/)
  const calls = readJsonLines(json.text)
  const cells: Record<string, string>[] = parse(seen, { bom: true, columns: true })
  expect(calls).toHaveLength(count)
  expect(calls[0]).toMatchObject({ agent: 'Jan 5', tool: '1e5', note: '007' })
  expect(cells.map(readCells)).toEqual(calls)
  for (const call of calls) expect(call['outcome']).toBe('ok')
})
