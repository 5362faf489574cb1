/**
 * Builds the form pages into `dist` beside this file, and does nothing when they are up to date. Run it from anywhere:
 * `node e2e/pages/frameworks/build.mjs`. Installs the pages' own packages first where they are missing or others; Vite is
 * the one of the repository.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const installedFor = join(here, 'node_modules/.installed-for')
const builtFrom = join(here, 'dist/.built-from')

const hash = (files) => {
  const digest = createHash('sha256')
  for (const file of files)
    digest
      .update(file)
      .update('\0')
      .update(readFileSync(join(here, file)))
  return digest.digest('hex')
}
const sources = () =>
  readdirSync(join(here, 'pages'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(here.length))
    .toSorted()
const isMarked = (mark, value) => existsSync(mark) && readFileSync(mark, 'utf8') === value

function run(command, ...args) {
  const { status } = spawnSync(command, args, { cwd: here, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed in ${here}`)
}

const packages = hash(['package.json', 'package-lock.json'])
if (!isMarked(installedFor, packages)) {
  run('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error')
  writeFileSync(installedFor, packages)
}
const source = packages + hash(['vite.config.js', ...sources()])
if (!isMarked(builtFrom, source)) {
  // Here and not above, for the configuration imports what has only just been installed.
  const { build } = await import('vite')
  await build({ configFile: join(here, 'vite.config.js') })
  writeFileSync(builtFrom, source)
}
