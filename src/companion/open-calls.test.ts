import { EventEmitter } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import { LinkLost, RequestFailed, type BrowserSession } from './browser-session.ts'
import type { Browsers } from './browsers.ts'
import { OpenCalls } from './open-calls.ts'

type Ask = (type: string, input: unknown) => Promise<unknown>

/** One browser that comes and goes; it answers as `ask` does from then on. */
function createBrowser() {
  let session: BrowserSession | undefined
  const browsers = Object.assign(new EventEmitter(), { findSession: () => session })
  const connect = (ask: Ask = answer) => {
    const request = vi.fn(ask)
    // Of a session the calls use no more than these two.
    const opened = { browserKey: 'b1', request } as unknown as BrowserSession
    session = opened
    browsers.emit('opened', opened)
    const cancels = (): unknown[] =>
      request.mock.calls.flatMap(([type, input]) => (type === 'cancel' ? [input] : []))
    return { session: opened, cancels }
  }
  return { calls: new OpenCalls(browsers as unknown as Browsers), connect }
}

const callStart = { type: 'call', input: { callId: 'c1', page: 'p', tool: 'book', input: {} } } as const
const answer: Ask = async (type) => {
  if (type === 'call') return { callId: 'c1', state: 'running' }
  return type === 'outcomes' ? { outcomes: [] } : {}
}
const failingToCancel =
  (cause: Error): Ask =>
  (type, input) =>
    type === 'cancel' ? Promise.reject(cause) : answer(type, input)
const cancelled = [{ callId: 'c1', isDisclosed: false }]

describe('a call that the agent gave up on', () => {
  it('is told to its browser once', async () => {
    const { calls, connect } = createBrowser()
    const { session, cancels } = connect()
    await calls.cancel(calls.start(callStart, session, false))
    expect(cancels()).toEqual(cancelled)
    expect(connect().cancels()).toEqual([])
  })

  it('is told again where the connection broke before the answer', async () => {
    const { calls, connect } = createBrowser()
    const { session } = connect(failingToCancel(new LinkLost('The connection was lost')))
    await calls.cancel(calls.start(callStart, session, false))
    expect(connect().cancels()).toEqual(cancelled)
    await vi.waitFor(() => expect(connect().cancels()).toEqual([]))
  })

  it('is told no more to a browser that could not do it', async () => {
    const { calls, connect } = createBrowser()
    const { session } = connect(failingToCancel(new RequestFailed('failed')))
    await calls.cancel(calls.start(callStart, session, false))
    expect(connect().cancels()).toEqual([])
  })
})
