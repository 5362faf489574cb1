import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { type Browser, chromium, type CDPSession, expect, type Page, test as base } from '@playwright/test'
import { build } from 'vite'
import { findBrowser } from '../../scripts/find-browser.mjs'
import { type PageServer, servePages } from '../../scripts/page-server.mjs'
import type { ToolEntry } from '../../src/core/tool-manifest.ts'
import type { UnderTest } from './content-under-test.ts'

/** `native`: the browser's own `document.modelContext`. `page script`: the extension's, where the browser has none. */
export type Api = 'native' | 'page script'
export const apis: Api[] = ['native', 'page script']

type Bundles = { pageScript: string; content: string }

export type OpenOptions = {
  /** Markup of the page's body. */
  html?: string
  /** False: the tab was loaded before it was shared, so the page script is not there. */
  hasPageScript?: boolean
  hasContent?: boolean
  path?: string
  /** Runs in the page before anything else, and in the content part's world before that. */
  before?: string
  beforeContent?: string
  /** An address of the pages in `e2e/pages`, in place of a page of its own. */
  example?: string
  headers?: Record<string, string>
}

/** A page with the parts of the extension that speak WebMCP, injected as the extension does it. */
export type WebMcpPage = {
  page: Page
  cdp: CDPSession
  /** Runs a function where the content script runs; arguments and value are JSON. */
  inContent: <T, A extends unknown[]>(
    run: (underTest: UnderTest, ...args: A) => T | Promise<T>,
    ...args: A
  ) => Promise<T>
  /** Starts the content part in the document as it is now. */
  injectContent: () => Promise<void>
  listTools: () => Promise<ToolEntry[]>
  /** The same page with a content part in another world, as one of another version of the extension is. */
  inWorld: (name: string) => WebMcpPage
  /** Waits until exactly these tools are listed. */
  expectTools: (...names: string[]) => Promise<void>
}

type Fixtures = { open: (api: Api, options?: OpenOptions) => Promise<WebMcpPage> }
type WorkerFixtures = {
  bundles: Bundles
  browsers: Record<Api, Browser>
  examples: PageServer
  server: { origin: string; serve(path: string, html: string, headers?: Record<string, string>): void }
}

/** The world of the content part. */
export const ownWorld = 'countersign'

export async function bundle(entry: string): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    define: { __DEV__: 'false' },
    build: {
      write: false,
      target: 'chrome148',
      lib: { entry: resolve(entry), formats: ['iife'], name: '_' },
    },
  })
  const [first] = Array.isArray(output) ? output : [output]
  if (!first || !('output' in first)) throw new Error(`${entry} was not bundled`)
  return first.output[0].code
}

async function launch(api: Api): Promise<Browser> {
  const found = findBrowser()
  if (!found) throw new Error('No browser; run `node scripts/prepare.mjs`')
  const features = api === 'native' ? ['--enable-features=WebMCP'] : []
  const offline = [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ]
  return chromium.launch({
    executablePath: found.path,
    args: ['--no-sandbox', ...offline, ...features],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  bundles: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants the pattern.
    async ({}, use) => {
      const pageScript = await bundle('src/page/main.iife.ts')
      await use({ pageScript, content: await bundle('e2e/webmcp/content-under-test.ts') })
    },
    { scope: 'worker' },
  ],
  browsers: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants the pattern.
    async ({}, use) => {
      const browsers = { native: await launch('native'), 'page script': await launch('page script') }
      await use(browsers)
      await Promise.all(Object.values(browsers).map((browser) => browser.close()))
    },
    { scope: 'worker' },
  ],
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants the pattern.
    async ({}, use) => {
      const pages = new Map<string, { html: string; headers: Record<string, string> }>()
      const server: Server = createServer((request, response) => {
        const found = pages.get(new URL(request.url ?? '/', 'http://localhost').pathname)
        response.writeHead(found ? 200 : 404, {
          'content-type': 'text/html; charset=utf-8',
          ...found?.headers,
        })
        response.end(found?.html)
      })
      await new Promise<void>((done) => server.listen(0, done))
      const { port } = server.address() as AddressInfo
      await use({
        origin: `http://localhost:${port}`,
        serve: (path, html, headers = {}) => void pages.set(path, { html, headers }),
      })
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
    { scope: 'worker' },
  ],
  examples: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants the pattern.
    async ({}, use) => {
      const examples = await servePages(resolve('e2e/pages'))
      await use(examples)
      examples.close()
    },
    { scope: 'worker' },
  ],
  open: async ({ bundles, browsers, examples, server }, use) => {
    const pages: Page[] = []
    let opened = 0
    await use(async (api, options = {}) => {
      const context = await browsers[api].newContext()
      const page = await context.newPage()
      pages.push(page)
      const path = options.path ?? `/page-${process.pid}-${Date.now()}-${++opened}`
      server.serve(
        path,
        `<!doctype html><title>Page</title><body>${options.html ?? ''}</body>`,
        options.headers,
      )
      const cdp = await context.newCDPSession(page)
      const webMcpPage = createWebMcpPage(page, cdp, bundles.content)
      await cdp.send('Page.enable')
      const { before = '', beforeContent = '' } = options
      if (before) await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: `{${before}}` })
      if (options.hasPageScript !== false) {
        await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: bundles.pageScript })
      }
      if (options.hasContent !== false) {
        await cdp.send('Page.addScriptToEvaluateOnNewDocument', {
          source: `${beforeContent};${bundles.content}`,
          worldName: ownWorld,
        })
      }
      await page.goto(
        options.example === undefined ? server.origin + path : examples.origin + options.example,
      )
      return webMcpPage
    })
    await Promise.all(pages.map((page) => page.context().close()))
  },
})

function createWebMcpPage(page: Page, cdp: CDPSession, content: string, worldName = ownWorld): WebMcpPage {
  const evaluate = async (expression: string): Promise<unknown> => {
    const { frameTree } = await cdp.send('Page.getFrameTree')
    const { executionContextId } = await cdp.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
      worldName,
    })
    const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', {
      expression,
      contextId: executionContextId,
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }
  const webMcpPage: WebMcpPage = {
    page,
    cdp,
    inContent: async (run, ...args) =>
      (await evaluate(`(${run.toString()})(underTest, ...${JSON.stringify(args)})`)) as never,
    injectContent: async () => void (await evaluate(content)),
    inWorld: (name) => createWebMcpPage(page, cdp, content, name),
    listTools: () => webMcpPage.inContent(({ registry }) => registry.manifest()),
    expectTools: (...names) =>
      expect
        .poll(async () => (await webMcpPage.listTools()).map(({ name }) => name))
        .toEqual([...names].sort()),
  }
  return webMcpPage
}

/** Runs in the page: a tool that ends only when it is told to, and tells both in the page's title. */
export const registerWaiting = (): Promise<unknown> =>
  Promise.resolve(
    document.modelContext.registerTool({
      name: 'wait',
      description: 'Waits',
      annotations: { readOnlyHint: true },
      execute: (_input, { signal }) =>
        new Promise(() => {
          document.title = 'waiting'
          signal.addEventListener('abort', () => (document.title = 'aborted'))
        }),
    }),
  )

export { expect }
