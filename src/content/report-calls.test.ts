import { expect, test, vi } from 'vitest'
import { approvalOf, heldRequestOf, reached, registryWith, requestOf } from '../core/registry-for-tests.ts'
import { ok } from '../core/result.ts'

const send = vi.fn(async (_name: string, _input: { update: { state: string } }) => ({ acknowledged: true }))
vi.mock('../protocol/send.ts', () => ({ send }))
const { reportCalls } = await import('./report-calls.ts')

const told = (): string[] => send.mock.calls.map(([, { update }]) => update.state)

const startReporting = () => {
  send.mockClear()
  const { registry } = registryWith([{ name: 'book', description: 'Books', run: () => ok(null) }])
  reportCalls(registry, { signal: new AbortController().signal, isLeft: () => false })
  return registry
}

test('a call that nobody was asked about is told once, when it has settled, and then let go', async () => {
  const registry = startReporting()
  registry.start(requestOf('book'))
  await vi.waitFor(() => expect(registry.openCallIds()).toEqual([]))
  expect(told()).toEqual(['settled'])
})

test('of a call that was held each step is told', async () => {
  const registry = startReporting()
  const request = heldRequestOf('book')
  registry.start(request)
  await reached(registry, request.callId, 'held')
  await registry.decide(request.callId, approvalOf(registry, request.callId))
  await vi.waitFor(() => expect(told()).toEqual(['held', 'running', 'settled']))
})

test('a worker that cannot be reached is an error event, and the result stays', async () => {
  vi.useFakeTimers()
  const registry = startReporting()
  const heard = vi.fn()
  registry.on('error', heard)
  send.mockImplementation(() => Promise.reject(new Error('Could not establish connection')))
  const request = requestOf('book')
  await registry.call(request)
  await vi.runAllTimersAsync()
  expect(heard).toHaveBeenCalledWith(expect.objectContaining({ code: 'transport_failed' }))
  expect(registry.openCallIds()).toEqual([request.callId])
  vi.useRealTimers()
})
