// @ts-check
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { ensureBrowser, root } from './prepare.mjs'

/** Draws the icons of `public/icons` from `scripts/icons`; the small sizes have a simpler one. */
const sources = { 16: 'icon-small.svg', 32: 'icon-small.svg', 48: 'icon.svg', 128: 'icon.svg' }
const sourceFolder = join(root, 'scripts', 'icons')
const folder = join(root, 'public', 'icons')

const browser = await chromium.launch({
  executablePath: ensureBrowser().path,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
const page = await browser.newPage()
for (const [size, source] of Object.entries(sources)) {
  const svg = await readFile(join(sourceFolder, source), 'utf8')
  const side = Number(size)
  await page.setViewportSize({ width: side, height: side })
  await page.setContent(
    `<style>body{margin:0}svg{display:block;width:${side}px;height:${side}px}</style>${svg}`,
  )
  await writeFile(join(folder, `icon-${size}.png`), await page.screenshot({ omitBackground: true }))
}
await browser.close()
