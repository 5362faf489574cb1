// @ts-check
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize, sep } from 'node:path'

/** @type {Record<string, string>} */
const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** @param {string} folder @param {string} pathname @returns {string | undefined} the file meant, never outside the folder */
function fileOf(folder, pathname) {
  const path = normalize(join(folder, decodeURIComponent(pathname)))
  if (path !== folder && !path.startsWith(folder.endsWith(sep) ? folder : folder + sep)) return undefined
  return pathname.endsWith('/') ? join(path, 'index.html') : path
}

/**
 * Serves a folder, and pages given as text, on a loopback port. It never keeps the process alive by itself.
 * @param {string} folder absolute
 * @param {{ port?: number }} [options] a free port where absent
 */
export async function servePages(folder, { port = 0 } = {}) {
  /** @type {Map<string, { body: string, headers: Record<string, string>, status: number }>} */
  const added = new Map()
  const server = createServer((request, response) => {
    void answer(request, response)
  })

  /** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response */
  async function answer(request, response) {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const page = added.get(pathname)
    if (page)
      return response
        .writeHead(page.status, { 'content-type': types['.html'], ...page.headers })
        .end(page.body)
    const file = fileOf(folder, pathname)
    try {
      if (!file) throw new Error('outside')
      const body = await readFile(file)
      const type = types[extname(file)] ?? 'application/octet-stream'
      return response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' }).end(body)
    } catch {
      return response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found')
    }
  }

  await new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(undefined))
  })
  server.unref()
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The page server has no port')
  return {
    server,
    port: address.port,
    origin: `http://127.0.0.1:${address.port}`,
    /** The same pages as another origin. */
    otherOrigin: `http://localhost:${address.port}`,
    /** @param {string} path @param {string} body @param {Record<string, string>} [headers] @param {number} [status] @returns {string} its address */
    add(path, body, headers = {}, status = 200) {
      added.set(path, { body, headers, status })
      return `http://127.0.0.1:${address.port}${path}`
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
/** @typedef {Awaited<ReturnType<typeof servePages>>} PageServer */
