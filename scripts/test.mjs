// @ts-check
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepare, root, run, say } from './prepare.mjs'

/**
 * Everything that must hold: format, lint, types and dead code, unit tests, the build and its sizes, the browser tests.
 * Each step runs even when one before it failed. The last line counts the tests; a step that failed without a failed
 * test of its own counts as one.
 */

/** @typedef {{ passed: number, failed: number }} Counts */

const reports = mkdtempSync(join(tmpdir(), 'countersign-reports-'))

/** @param {string} name @returns {any} undefined where the step did not come to write its report */
function findReport(name) {
  const file = join(reports, name)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** @returns {Counts} */
function unitCounts() {
  const report = findReport('unit.json')
  return { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 }
}

/** @returns {Counts} */
function browserCounts() {
  const stats = findReport('e2e.json')?.stats
  return { passed: stats?.expected ?? 0, failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0) }
}

/** @returns {boolean} */
function buildFrameworkPages() {
  const script = join(root, 'e2e', 'pages', 'frameworks', 'build.mjs')
  return !existsSync(script) || run(process.execPath, [script])
}

const noCounts = () => ({ passed: 0, failed: 0 })

/** @type {{ title: string, run: () => boolean, counts: () => Counts }[]} */
const steps = [
  {
    title: 'Format, lint, types, dead code',
    run: () => run('npm', ['run', '--silent', 'check']),
    counts: noCounts,
  },
  {
    title: 'Unit tests',
    run: () => {
      const reporters = [
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${join(reports, 'unit.json')}`,
      ]
      return run('npm', ['run', '--silent', 'unit', '--', ...reporters])
    },
    counts: unitCounts,
  },
  { title: 'Build', run: () => run('npm', ['run', '--silent', 'build']), counts: noCounts },
  {
    title: 'Bundle sizes',
    run: () => run(process.execPath, [join(root, 'bench', 'bundle-sizes.mjs')]),
    counts: noCounts,
  },
  { title: 'Pages of other frameworks', run: buildFrameworkPages, counts: noCounts },
  {
    title: 'Browser tests',
    run: () => {
      const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'e2e.json') }
      return run('npx', ['playwright', 'test', '--reporter=list,json'], env)
    },
    counts: browserCounts,
  },
]

/** @param {typeof steps[number]} step @returns {Counts} */
function runStep(step) {
  say(step.title)
  const startedAt = Date.now()
  const isGood = step.run()
  const { passed, failed } = step.counts()
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  say(`${step.title}: ${isGood ? 'good' : 'FAILED'}, ${seconds} s`)
  return { passed, failed: isGood ? failed : Math.max(1, failed) }
}

prepare()
const all = steps.map(runStep)
rmSync(reports, { recursive: true, force: true })
const passed = all.reduce((sum, counts) => sum + counts.passed, 0)
const failed = all.reduce((sum, counts) => sum + counts.failed, 0)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
