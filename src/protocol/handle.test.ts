import { fakeBrowser } from '@webext-core/fake-browser'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
const { handleMessages } = await import('./handle.ts')
const { findSender } = await import('./sender.ts')
const { contract } = await import('./contract.ts')

const root = fakeBrowser.runtime.getURL('')
const popup = { id: fakeBrowser.runtime.id, url: `${root}src/popup/index.html`, origin: root.slice(0, -1) }
const page = {
  id: fakeBrowser.runtime.id,
  url: 'https://shop.example/cart',
  origin: 'https://shop.example',
  documentId: 'D1',
  frameId: 0,
  tab: { id: 7 },
}

type Listener = (message: unknown, sender: unknown, reply: (answer: unknown) => void) => true | undefined
let listener: Listener
let lifetime: AbortController

const handled = vi.fn()
/** Every handler there is, so that a message is answered exactly when the contract says so. */
const everyHandler = new Proxy({}, { get: (_, name) => (input: unknown) => handled(name, input) })

beforeEach(() => {
  lifetime = new AbortController()
  handled.mockReset()
  vi.spyOn(fakeBrowser.runtime.onMessage, 'addListener').mockImplementation((added) => {
    listener = added as unknown as Listener
  })
  handleMessages('background', everyHandler as never, { signal: lifetime.signal })
})
afterEach(() => {
  lifetime.abort()
  vi.restoreAllMocks()
})

const deliver = (message: unknown, sender: unknown): Promise<unknown> | undefined => {
  let isTaken: true | undefined
  const answer = new Promise<unknown>((resolve) => {
    isTaken = listener(message, sender, resolve)
  })
  return isTaken === true ? answer : undefined
}

describe('messages to the background', () => {
  it('are answered by their handler, with parsed input', async () => {
    handled.mockReturnValue({ isShared: true })
    const message = { to: 'background', name: 'tab.share', input: { tabId: 7, isShared: true, extra: 1 } }
    expect(await deliver(message, popup)).toEqual({ ok: true, value: { isShared: true } })
    expect(handled).toHaveBeenCalledWith('tab.share', { tabId: 7, isShared: true })
  })

  it('are ignored from a context that may not send them', () => {
    const message = { to: 'background', name: 'tab.share', input: { tabId: 7, isShared: true } }
    expect(deliver(message, page)).toBeUndefined()
    expect(deliver({ to: 'background', name: 'document.hello', input: {} }, popup)).toBeUndefined()
    expect(handled).not.toHaveBeenCalled()
  })

  it('are ignored when they are addressed to another context, or unknown', () => {
    expect(deliver({ to: 'content', name: 'tab.share', input: {} }, popup)).toBeUndefined()
    expect(deliver({ to: 'background', name: 'constructor', input: {} }, popup)).toBeUndefined()
    expect(deliver('tab.share', popup)).toBeUndefined()
  })

  it('are answered with an error when malformed', async () => {
    const answer = deliver({ to: 'background', name: 'tab.share', input: { tabId: 'seven' } }, popup)
    expect(await answer).toEqual({ ok: false, message: 'Malformed tab.share' })
    expect(handled).not.toHaveBeenCalled()
  })

  it('get a generic error when a handler throws, and the reason is logged here', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    handled.mockImplementation(() => {
      throw new Error('the card number is 4111')
    })
    const answer = await deliver({ to: 'background', name: 'link.connect', input: {} }, popup)
    expect(answer).toEqual({ ok: false, message: 'link.connect failed' })
    expect(log).toHaveBeenCalledOnce()
  })

  it('never make the listener throw, whatever arrives', () => {
    const names = fc.constantFrom(...Object.keys(contract), '__proto__', 'toString')
    const message = fc.oneof(
      fc.anything(),
      fc.record({ to: fc.constant('background'), name: names, input: fc.anything() }),
    )
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    fc.assert(
      fc.property(message, fc.constantFrom(popup, page, {}), (sent, sender) => {
        expect(() => listener(sent, sender, () => undefined)).not.toThrow()
      }),
    )
  })
})

describe('the sender of a message', () => {
  it('is a document by the browser’s word', () => {
    expect(findSender(page as never)).toEqual({
      context: 'content',
      tabId: 7,
      frameId: 0,
      documentId: 'D1',
      origin: 'https://shop.example',
      url: 'https://shop.example/cart',
    })
  })

  it('is unknown for another extension, and for a page that only looks like one of ours', () => {
    expect(findSender({ ...popup, id: 'another' })).toBeUndefined()
    const lookalike = { ...page, url: `https://shop.example/${popup.url}` }
    expect(findSender(lookalike as never)).toMatchObject({ context: 'content' })
    expect(findSender({ ...popup, url: `${root}src/unknown/index.html` })).toBeUndefined()
  })
})
