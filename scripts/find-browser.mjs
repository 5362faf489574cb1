// @ts-check
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

/** The manifest's `minimum_chrome_version`: messages by structured clone need it. */
export const minimumVersion = 148

/** @typedef {{ path: string, version: number }} Browser the executable and its major version */

/** @param {string} folder @returns {string[]} */
const entriesOf = (folder) => (existsSync(folder) ? readdirSync(folder) : [])

/** Browsers that Playwright has downloaded, newest first. @returns {string[]} */
function playwrightDownloads() {
  /** @type {Partial<Record<NodeJS.Platform, string>>} */
  const cache = {
    darwin: join(homedir(), 'Library', 'Caches', 'ms-playwright'),
    win32: join(process.env.LOCALAPPDATA ?? homedir(), 'ms-playwright'),
  }
  const folder =
    process.env.PLAYWRIGHT_BROWSERS_PATH ??
    cache[process.platform] ??
    join(homedir(), '.cache', 'ms-playwright')
  const inside = [
    'chrome-linux64/chrome',
    'chrome-linux/chrome',
    'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-win64/chrome.exe',
    'chrome-win/chrome.exe',
  ]
  return entriesOf(folder)
    .filter((name) => /^chromium-\d+$/.test(name))
    .sort((a, b) => Number(b.slice(9)) - Number(a.slice(9)))
    .flatMap((name) => inside.map((path) => join(folder, name, path)))
}

/** @returns {string[]} */
function usualPlaces() {
  if (process.platform === 'darwin') {
    return ['/Applications', join(homedir(), 'Applications')].flatMap((folder) => [
      `${folder}/Chromium.app/Contents/MacOS/Chromium`,
      `${folder}/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing`,
      `${folder}/Google Chrome.app/Contents/MacOS/Google Chrome`,
    ])
  }
  if (process.platform === 'win32') {
    const roots = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
    return roots
      .flatMap((root) => (root ? [root] : []))
      .flatMap((root) => [
        `${root}\\Chromium\\Application\\chrome.exe`,
        `${root}\\Google\\Chrome\\Application\\chrome.exe`,
      ])
  }
  return [
    '/usr/bin/chromium',
    '/usr/bin/google-chrome-stable',
    '/opt/google/chrome/chrome',
    '/snap/bin/chromium',
  ]
}

/** @returns {string[]} */
function onPath() {
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return names.flatMap((name) => folders.map((folder) => join(folder, name + suffix)))
}

/** On Windows `--version` opens a window, so the folder beside the executable tells. @param {string} path */
function versionOf(path) {
  try {
    const text =
      process.platform === 'win32'
        ? entriesOf(dirname(path)).find((name) => /^\d+\.\d+\.\d+\.\d+$/.test(name))
        : execFileSync(path, ['--version'], {
            encoding: 'utf8',
            timeout: 20_000,
            stdio: ['ignore', 'pipe', 'ignore'],
          })
    return Number(/(\d+)\.\d+\.\d+/.exec(text ?? '')?.[1] ?? 0)
  } catch {
    return 0
  }
}

/**
 * The first Chrome or Chromium that is new enough: `CHROME_PATH`, the usual places, `PATH`, Playwright's downloads.
 * A `CHROME_PATH` that is missing or too old throws: whoever set it means that one.
 * @returns {Browser | undefined}
 */
export function findBrowser() {
  const wanted = process.env.CHROME_PATH
  if (wanted) {
    const version = existsSync(wanted) ? versionOf(wanted) : 0
    if (version >= minimumVersion) return { path: wanted, version }
    throw new Error(
      `CHROME_PATH is ${wanted}, which is not a Chrome or Chromium of version ${minimumVersion} or later.`,
    )
  }
  for (const path of new Set([...usualPlaces(), ...onPath(), ...playwrightDownloads()])) {
    if (!existsSync(path)) continue
    const version = versionOf(path)
    if (version >= minimumVersion) return { path, version }
  }
  return undefined
}
