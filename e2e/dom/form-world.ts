import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CDPSession, expect, type LaunchOptions, type Page, test as base } from '@playwright/test'
import { build } from 'vite'
import type { FieldChange, ToolResult } from '../../src/core/result.ts'
import type { Preview, SkippedField } from '../../src/core/tool.ts'

const worldName = 'countersign-test'

let bundled: Promise<string> | undefined

/** The form source as one script, built once per worker. */
const bundleSource = (): Promise<string> =>
  (bundled ??= (async () => {
    const outDir = await mkdtemp(join(tmpdir(), 'form-world-'))
    await build({
      configFile: false,
      publicDir: false,
      logLevel: 'error',
      define: { __DEV__: 'true' },
      build: {
        outDir,
        minify: false,
        target: 'chrome148',
        lib: { entry: 'e2e/dom/world.iife.ts', formats: ['iife'], name: 'world', fileName: () => 'world.js' },
      },
    })
    return readFile(join(outDir, 'world.js'), 'utf8')
  })())

export type FillData = { changes: FieldChange[]; skipped: SkippedField[]; submitted?: boolean; note?: string }

/** A page with the form source in an isolated world, and what an agent would do with it. */
export type FormWorld = {
  page: Page
  open(html: string): Promise<void>
  /** Loads the page first and injects then, as sharing a tab does. */
  openThenShare(html: string, before?: () => Promise<void>): Promise<void>
  /** Injects into the page as it is. */
  share(): Promise<void>
  names(): Promise<string[]>
  counts(): Promise<{ registered: number; touched: number }>
  describe(tool: string): Promise<Record<string, unknown>>
  /** The schemas of a fill's values. */
  fields(tool: string): Promise<Record<string, Record<string, unknown>>>
  preview(tool: string, input: object): Promise<Preview>
  call(tool: string, input: object): Promise<ToolResult>
  /** Fills and expects it to go through. */
  fill(tool: string, values: object, more?: object): Promise<FillData>
  undo(): Promise<ToolResult<FillData>>
  evaluate<T>(expression: string): Promise<T>
}

export const test = base.extend<{ world: FormWorld }, { launchOptions: LaunchOptions }>({
  launchOptions: [
    {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
      ],
    },
    { scope: 'worker' },
  ],
  world: async ({ page }, use) => {
    await use(await createFormWorld(page))
  },
})

export { expect }

async function createFormWorld(page: Page): Promise<FormWorld> {
  const source = await bundleSource()
  const session = await page.context().newCDPSession(page)
  let pages = 0
  const routeOf = async (html: string): Promise<string> => {
    const url = `http://forms.test/${++pages}`
    await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body: document(html) }))
    return url
  }
  const evaluate = <T>(expression: string): Promise<T> => evaluateIn<T>(page, session, expression)
  const run = <T>(call: string, ...args: unknown[]): Promise<T> =>
    evaluate<T>(`formSource.${call}(${args.map((arg) => JSON.stringify(arg)).join(',')})`)
  const world: FormWorld = {
    page,
    async open(html) {
      await session.send('Page.enable')
      await session.send('Page.addScriptToEvaluateOnNewDocument', { source: whenParsed(source), worldName })
      await page.goto(await routeOf(html))
    },
    async openThenShare(html, before) {
      await page.goto(await routeOf(html))
      await before?.()
      await world.share()
    },
    async share() {
      await evaluate(`${source};0`)
    },
    names: async () => (await run<{ names: string[] }>('listTools')).names,
    counts: () => run('listTools'),
    describe: async (tool) => {
      const tools = await run<Record<string, Record<string, unknown>>>('describeTools')
      const found = tools[tool]
      if (!found) throw new Error(`No tool ${tool}; there are ${Object.keys(tools).join(', ')}`)
      return found
    },
    fields: async (tool) => {
      const { input } = await world.describe(tool)
      return (input as { properties: { values: { properties: Record<string, never> } } }).properties.values
        .properties
    },
    preview: (tool, input) => run('previewTool', tool, input),
    call: (tool, input) => run('callTool', tool, input),
    fill: async (tool, values, more = {}) => {
      const result = await world.call(tool, { values, ...more })
      expect(result).toMatchObject({ status: 'ok' })
      return (result as { data: FillData }).data
    },
    undo: () => run('undoCall'),
    evaluate,
  }
  return world
}

const document = (html: string): string =>
  html.includes('<html')
    ? html
    : `<!doctype html><html lang="en"><meta charset="utf-8"><title>Test</title><body>${html}</body></html>`

const whenParsed = (source: string): string =>
  `document.readyState === 'loading' ? document.addEventListener('DOMContentLoaded', () => { ${source} }) : (() => { ${source} })()`

/** Runs in the isolated world of the page's main frame. */
async function evaluateIn<T>(page: Page, session: CDPSession, expression: string): Promise<T> {
  const { frameTree } = await session.send('Page.getFrameTree')
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName,
  })
  const answer = await session.send('Runtime.evaluate', {
    contextId: executionContextId,
    expression,
    awaitPromise: true,
    returnByValue: true,
  })
  if (answer.exceptionDetails)
    throw new Error(answer.exceptionDetails.exception?.description ?? answer.exceptionDetails.text)
  void page
  return answer.result.value as T
}
