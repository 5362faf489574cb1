import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { fakeBrowser } from '@webext-core/fake-browser'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
const { fetchFile } = await import('./file-fetch.ts')
const { settingsChanges } = await import('../store/settings.ts')

const heard: Record<string, unknown>[] = []
let server: Server
let origin: string

function serve(request: IncomingMessage, response: ServerResponse): void {
  const { url, headers } = request
  heard.push({ url, ...headers })
  if (url === '/moved') response.writeHead(302, { location: '/cv.pdf' }).end()
  else if (url === '/missing') response.writeHead(404).end()
  else {
    const [size, declared] = url === '/declared' ? [2_000, { 'content-length': '2000' }] : [900, {}]
    response.writeHead(200, { 'content-type': 'application/pdf; charset=binary', ...declared })
    response.write('x')
    response.end('x'.repeat((url === '/stream' ? 1_500 : size) - 1))
  }
}

beforeAll(async () => {
  server = createServer(serve).listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

beforeEach(async () => {
  fakeBrowser.reset()
  heard.length = 0
  await settingsChanges.update(() => ({ hasFileUrls: true, fileOrigins: [origin], maxFileBytes: 1_000 }))
})

describe('a file by address', () => {
  it('arrives with its name and type, and nothing of the person’s was sent along', async () => {
    const answer = await fetchFile(`${origin}/my%20cv.pdf?x=1`)
    const file = 'file' in answer ? answer.file : undefined
    expect(file).toMatchObject({ name: 'my cv.pdf', type: 'application/pdf', size: 900 })
    expect(heard).toHaveLength(1)
    expect(heard[0]).not.toHaveProperty('cookie')
    expect(heard[0]).not.toHaveProperty('referer')
  })

  it('is refused where the person has not allowed it, before anything is asked for', async () => {
    await settingsChanges.update((all) => ({ ...all, fileOrigins: ['https://files.example'] }))
    expect(await fetchFile(`${origin}/cv.pdf`)).toHaveProperty('rejected')
    await settingsChanges.update(() => ({}))
    expect(await fetchFile(`${origin}/cv.pdf`)).toEqual({ rejected: expect.stringContaining('are off') })
    expect(heard).toEqual([])
  })

  it.each(['ftp://files.example/x', 'http://files.example/x', 'https://a:b@files.example/x', 'no address'])(
    'is never fetched from %s',
    async (address) => {
      await settingsChanges.update((all) => ({
        ...all,
        fileOrigins: ['ftp://files.example', 'http://files.example', 'https://files.example'],
      }))
      expect(await fetchFile(address)).toHaveProperty('rejected')
    },
  )

  it('is not taken where it is too large, by its own word or in truth', async () => {
    for (const path of ['/declared', '/stream']) {
      expect(await fetchFile(origin + path)).toEqual({ rejected: expect.stringContaining('1000 bytes') })
    }
  })

  it('follows no redirect, and takes no error page for a file', async () => {
    for (const path of ['/moved', '/missing']) {
      expect(await fetchFile(origin + path)).toEqual({ rejected: 'The file could not be fetched.' })
    }
    expect(heard.map(({ url }) => url)).toEqual(['/moved', '/missing'])
  })

  it('has a limit in the answer, never the address', async () => {
    for (const path of ['/declared', '/missing', '/moved'])
      expect(JSON.stringify(await fetchFile(origin + path))).not.toContain(path.slice(1))
  })
})
