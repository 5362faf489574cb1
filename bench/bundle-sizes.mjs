// @ts-check
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, posix, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../scripts/prepare.mjs'
import { bytes, count } from './figure.mjs'

/**
 * What each entry makes the browser load before it runs, in bytes, minified and not compressed: its own file and all
 * that it imports, scripts and pages with their styles. The companion is one file.
 */
const entries = [
  { name: 'content script', file: 'src/content/main.js', ceiling: 231_000 },
  { name: 'page script', file: 'src/page/main.js', ceiling: 8_192 },
  { name: 'background', file: 'service-worker-loader.js', ceiling: 160_000 },
  { name: 'popup', file: 'src/popup/index.html', ceiling: 175_000 },
  { name: 'side panel, at first', file: 'src/side-panel/index.html', ceiling: 84_000 },
  { name: 'side panel, then', file: /^assets\/rest-.*\.js$/, ceiling: 220_000 },
  { name: 'options', file: 'src/options/index.html', ceiling: 95_000 },
  { name: 'welcome', file: 'src/welcome/index.html', ceiling: 82_000 },
]
const companion = { name: 'companion', ceiling: 1_200_000 }

/** @typedef {{ name: string, bytes: number, ceiling: number }} BundleSize */

/** @param {string} folder @returns {string[]} every file in it, by its path from there with slashes */
const filesOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))

/** @param {string} path */
const isText = (path) => /\.(?:js|html|css|json)$/.test(path)

/** What a file makes the browser load at once. @param {string} path @param {string} text @returns {string[]} */
function loadsOf(path, text) {
  const pattern = path.endsWith('.html')
    ? /\b(?:src|href)="([^"]+)"/g
    : /(?:\bfrom|\bimport)\s*["'`](\.[^"'`]+)["'`]/g
  return [...text.matchAll(pattern)].map(([, found = '']) =>
    found.startsWith('/') ? found.slice(1) : posix.join(dirname(path), found),
  )
}

/** @param {string} start @param {(path: string) => string[]} next @returns {Set<string>} */
function reach(start, next) {
  const reached = new Set([start])
  for (const path of reached) for (const found of next(path)) reached.add(found)
  return reached
}

/** @param {{ extensionPath: string, companionPath: string }} built @returns {BundleSize[]} */
function measureBundles({ extensionPath, companionPath }) {
  /** @param {string} path */
  const loads = (path) => (isText(path) ? loadsOf(path, readFileSync(join(extensionPath, path), 'utf8')) : [])
  const files = filesOf(extensionPath)
  const sizes = entries.map(({ name, file, ceiling }) => {
    const start = typeof file === 'string' ? file : files.find((one) => file.test(one))
    if (start === undefined) throw new Error(`The extension has no file for the ${name}`)
    const bytes = [...reach(start, loads)].reduce(
      (sum, path) => sum + statSync(join(extensionPath, path)).size,
      0,
    )
    return { name, bytes, ceiling }
  })
  return [...sizes, { ...companion, bytes: statSync(companionPath).size }]
}

/**
 * Files of the extension that nothing in it names, from `manifest.json` on.
 * @param {string} extensionPath @returns {string[]}
 */
function findUnusedFiles(extensionPath) {
  const files = filesOf(extensionPath)
  const used = reach('manifest.json', (path) => {
    if (!isText(path)) return []
    const text = readFileSync(join(extensionPath, path), 'utf8')
    return files.filter(
      (file) =>
        text.includes(file) || (dirname(file) === dirname(path) && text.includes(posix.basename(file))),
    )
  })
  return files.filter((file) => !used.has(file) && !file.startsWith('_locales/'))
}

/** @param {import('./run.mjs').World} world */
async function run(world) {
  return [
    ...measureBundles(world).map(({ name, bytes: size, ceiling }) => bytes(name, size, { budget: ceiling })),
    count('files that nothing uses', findUnusedFiles(world.extensionPath).length, { budget: 0 }),
  ]
}

export const subject = { name: 'bundle-sizes', run }

/** @param {number} bytes */
const written = (bytes) => bytes.toLocaleString('en').padStart(10)

/** @returns {boolean} whether every entry keeps below its ceiling and no file is unused */
function checkBundles() {
  const extensionPath = join(root, 'dist')
  const sizes = measureBundles({
    extensionPath,
    companionPath: join(root, 'dist-companion', 'countersign.js'),
  })
  const tooBig = sizes.filter(({ bytes, ceiling }) => bytes > ceiling)
  const unused = findUnusedFiles(extensionPath)
  for (const { name, bytes, ceiling } of sizes) {
    console.log(`${name.padEnd(22)}${written(bytes)} of ${written(ceiling)} bytes`)
  }
  for (const { name, bytes, ceiling } of tooBig) {
    console.error(`The ${name} is ${bytes - ceiling} bytes over its ceiling of ${ceiling}.`)
  }
  for (const file of unused) console.error(`Nothing in the extension uses dist/${file}.`)
  return tooBig.length === 0 && unused.length === 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = checkBundles() ? 0 : 1
