// @ts-check
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findBrowser, minimumVersion } from './find-browser.mjs'

/** The project's folder, with a slash at its end. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** @param {string} text */
export const say = (text) => console.log(`• ${text}`)

/**
 * Runs a program in the project's folder with its output shown. `.cmd` programs of Windows need a shell.
 * @param {string} command @param {string[]} args @param {NodeJS.ProcessEnv} [env]
 * @returns {boolean} whether it ended with 0
 */
export function run(command, args, env = process.env) {
  const shell = process.platform === 'win32' && command !== process.execPath
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', env, shell }).status === 0
}

/** @param {string} file @returns {Record<string, { version?: string, optional?: boolean }>} */
function lockedPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {}
  } catch {
    return {}
  }
}

/** Versions are compared, not dates: a fresh checkout dates every file anew. */
function arePackagesInstalled() {
  const installed = lockedPackages(join(root, 'node_modules', '.package-lock.json'))
  return Object.entries(lockedPackages(join(root, 'package-lock.json'))).every(
    ([path, entry]) => path === '' || entry.optional || installed[path]?.version === entry.version,
  )
}

export function installPackages() {
  if (arePackagesInstalled()) return
  say('Installing packages (npm ci)')
  const quiet = ['--no-audit', '--no-fund']
  if (run('npm', ['ci', ...quiet])) return
  // An optional package that a registry does not have makes `npm ci` refuse the lock file; `npm install` passes over it.
  say('Installing packages (npm install)')
  if (!run('npm', ['install', '--no-save', ...quiet])) {
    throw new Error('npm could not install the packages; its messages are above. It needs the npm registry.')
  }
}

/** @returns {boolean} */
function installBrowser() {
  const isRootWithApt =
    process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (isRootWithApt) {
    say('Installing Chromium (apt-get install chromium)')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    if (run('apt-get', ['update', '-qq'], env)) run('apt-get', ['install', '-y', '-qq', 'chromium'], env)
    if (findBrowser()) return true
  }
  say('Installing Chromium (npx playwright install chromium)')
  return run('npx', ['playwright', 'install', 'chromium'])
}

/** Finds a browser or installs one; packages come first, as Playwright is one of them. */
export function ensureBrowser() {
  const found = findBrowser() ?? (installBrowser() ? findBrowser() : undefined)
  if (found) return found
  throw new Error(
    `No Chrome or Chromium ${minimumVersion} or later was found, and installing one failed. ` +
      'Install one and start again, or name it: CHROME_PATH=/path/to/chrome',
  )
}

/** The latest change of a file or of anything in a folder, in epoch milliseconds. @param {string} path @returns {number} */
function changedAt(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => changedAt(join(path, name))))
}

const sources = ['src', 'public', 'manifest.json', 'vite.config.ts', 'package.json', 'package-lock.json']
const products = ['dist/manifest.json', 'dist-companion/countersign.js']

/** Builds the extension and the companion where a source is newer than they are. */
export function buildIfStale() {
  const newestSource = Math.max(...sources.map((path) => changedAt(join(root, path))))
  const oldestProduct = Math.min(...products.map((path) => changedAt(join(root, path))))
  if (oldestProduct > newestSource) return
  say('Building the extension and the companion (npm run build)')
  if (!run('npm', ['run', '--silent', 'build'])) throw new Error('The build failed; its messages are above.')
}

/** Everything that must be there before the extension can run. */
export function prepare() {
  const [major = 0] = process.versions.node.split('.').map(Number)
  if (major < 20) throw new Error(`Node ${process.versions.node} is too old; Countersign needs 20 or later.`)
  installPackages()
  const browser = ensureBrowser()
  say(`Browser: ${browser.path}, version ${browser.version}`)
  buildIfStale()
  return browser
}

if (process.argv[1] === fileURLToPath(import.meta.url)) prepare()
