// @ts-check
import { cpus } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from '../scripts/find-browser.mjs'
import { prepare, root } from '../scripts/prepare.mjs'
import { isMissed } from './figure.mjs'

/**
 * `npm run bench` measures everything, `npm run bench -- <subject>…` some of it. Prints a table while it runs and one
 * JSON object at its end; ends with 1 where a budget is missed by more than chance.
 */

const subjectNames = [
  'bundle-sizes',
  'booking',
  'page-load',
  'calls',
  'tool-lists',
  'mutations',
  'page-tools',
  'many-tabs',
  'held-calls',
  'big-result',
  'crowd',
  'memory',
  'history',
]

/**
 * @typedef {object} World what every subject measures on
 * @property {string} browserPath
 * @property {string} extensionPath
 * @property {string} companionPath
 *
 * @typedef {{ name: string, run: (world: World) => Promise<import('./figure.mjs').Figure[]> }} Subject
 */

/** @param {number} value */
const written = (value) =>
  Math.abs(value) >= 1_000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)))

/** @param {import('./figure.mjs').Figure} figure */
function tellFigure(figure) {
  const { name, value, unit, budget, spread, note } = figure
  const shown = `${written(value)}${spread ? ` ± ${written(spread)}` : ''} ${unit === 'count' ? '' : unit}`
  const verdict = budget === undefined ? '' : isMissed(figure) ? 'MISSED' : 'ok'
  const bound = budget === undefined ? '' : `≤ ${written(budget)}`
  console.log(
    `  ${verdict.padEnd(7)}${name.padEnd(62)}${shown.padStart(20)}  ${bound.padEnd(9)}${note ? `  (${note})` : ''}`,
  )
}

/** @param {string} name @param {World} world */
async function runSubject(name, world) {
  const startedAt = Date.now()
  console.log(`\n${name}`)
  /** @type {{ subject: Subject }} */
  const { subject } = await import(`./${name}.mjs`)
  const figures = await subject.run(world)
  figures.forEach(tellFigure)
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  console.log(`  ${seconds} s`)
  return { figures, seconds }
}

/** @param {readonly string[]} wanted */
function chosen(wanted) {
  const unknown = wanted.filter((name) => !subjectNames.includes(name))
  if (unknown.length > 0)
    throw new Error(`No subject ${unknown.join(', ')}. Subjects: ${subjectNames.join(', ')}`)
  return wanted.length > 0 ? wanted : subjectNames
}

const names = chosen(process.argv.slice(2))
prepare()
const browser = findBrowser()
if (!browser) throw new Error('No browser; run `node scripts/prepare.mjs`')
const world = {
  browserPath: browser.path,
  extensionPath: process.env.COUNTERSIGN_EXTENSION ?? join(root, 'dist'),
  companionPath: join(root, 'dist-companion', 'countersign.js'),
}
/** @type {Record<string, object>} */
const subjects = {}
/** @type {string[]} */
const missed = []
/** @type {string[]} */
const broken = []
for (const name of names) {
  try {
    const { figures, seconds } = await runSubject(name, world)
    subjects[name] = {
      seconds,
      figures: figures.map((figure) => ({ ...figure, isMissed: isMissed(figure) })),
    }
    missed.push(...figures.filter(isMissed).map((figure) => `${name}: ${figure.name}`))
  } catch (error) {
    broken.push(name)
    subjects[name] = { error: String(error) }
    console.error(error)
  }
}
const machine = {
  cpus: cpus().length,
  model: cpus()[0]?.model,
  node: process.version,
  browser: browser.version,
}
console.log(
  `\n${JSON.stringify({ measuredAt: new Date().toISOString(), machine, subjects, missed, broken }, null, 2)}`,
)
for (const name of missed) console.error(`Missed: ${name}`)
for (const name of broken) console.error(`Could not be measured: ${name}`)
process.exit(missed.length + broken.length === 0 ? 0 : 1)
