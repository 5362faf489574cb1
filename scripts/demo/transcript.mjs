// @ts-check
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** What the demo says in the terminal, kept together with its pictures in a folder that each run replaces. @param {string} folder */
export async function startTranscript(folder) {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  /** @type {string[]} */
  const lines = []
  let steps = 0
  let pictures = 0
  const write = (/** @type {string} */ line) => {
    lines.push(line)
    console.log(line)
  }
  return {
    /** @param {string} title */
    step(title) {
      steps += 1
      write(`\n${steps}. ${title}`)
    },
    /** @param {string} text */
    tell: (text) => write(`   ${text}`),
    /** Something to copy. @param {string} text */
    show: (text) => write(`\n      ${text}\n`),
    /** One message between agent and companion. @param {'→' | '←'} arrow @param {string} what @param {unknown} value */
    message(arrow, what, value) {
      write(`   ${arrow} ${what} ${shortened(JSON.stringify(value))}`)
      lines[lines.length - 1] = `   ${arrow} ${what} ${JSON.stringify(value)}`
    },
    /** @param {import('playwright').Page} page @param {string} name */
    async picture(page, name) {
      pictures += 1
      const file = join(folder, `${String(pictures).padStart(2, '0')}-${name}.png`)
      await page.screenshot({ path: file })
      write(`   ▣ ${relative(process.cwd(), file)}`)
    },
    async save() {
      await writeFile(join(folder, 'transcript.txt'), `${lines.join('\n').trim()}\n`)
      console.log(`\nPictures and transcript: ${relative(process.cwd(), folder) || folder}/`)
    },
  }
}
/** @typedef {Awaited<ReturnType<typeof startTranscript>>} Transcript */

/** The terminal gets the beginning, the file all. @param {string | undefined} text */
const shortened = (text = '') => (text.length > 320 ? `${text.slice(0, 320)}…` : text)
