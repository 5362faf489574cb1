import { expect, test, vi } from 'vitest'
import { approvalOf, heldRequestOf, reached, registryWith, requestOf } from '../core/registry-for-tests.ts'
import { ok } from '../core/result.ts'

const send = vi.fn(async (_name: string, _input: { update: { state: string } }) => ({ acknowledged: true }))
vi.mock('../protocol/send.ts', () => ({ send }))
const { reportCalls } = await import('./report-calls.ts')
const { sleep } = await import('./dom/settle.ts')

const told = (): string[] => send.mock.calls.map(([, { update }]) => update.state)

const startReporting = () => {
  send.mockReset()
  send.mockResolvedValue({ acknowledged: true })
  const { registry } = registryWith([
    { name: 'book', description: 'Books', run: () => ok(null) },
    { name: 'sleep', description: 'Sleeps', run: async () => (await sleep(120), ok('late')) },
  ])
  const reports = reportCalls(registry, { signal: new AbortController().signal, isLeft: () => false })
  return { registry, reports }
}

test('a call that nobody was asked about is told once, when it has settled, and then let go', async () => {
  const { registry } = startReporting()
  registry.start(requestOf('book'))
  await vi.waitFor(() => expect(registry.openCallIds()).toEqual([]))
  expect(told()).toEqual(['settled'])
})

test('of a call that was held each step is told', async () => {
  const { registry } = startReporting()
  const request = heldRequestOf('book')
  registry.start(request)
  await reached(registry, request.callId, 'held')
  await registry.decide(request.callId, approvalOf(registry, request.callId))
  await vi.waitFor(() => expect(told()).toEqual(['held', 'running', 'settled']))
})

test('a worker that cannot be reached is an error event, and the result stays', async () => {
  vi.useFakeTimers()
  const { registry } = startReporting()
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

test('a call that is over at once is told in the answer, and kept until the worker has stored it', async () => {
  const { registry, reports } = startReporting()
  const request = requestOf('book')
  expect(await reports.start(request)).toMatchObject({ state: 'settled', result: { status: 'ok' } })
  expect(told()).toEqual([])
  expect(registry.openCallIds()).toEqual([request.callId])
  expect(await reports.start(request)).toBe('duplicate')
  registry.acknowledge(request.callId)
  expect(registry.openCallIds()).toEqual([])
})

test('a call that takes longer is accepted, and its end is told later, once', async () => {
  const { reports } = startReporting()
  expect(await reports.start(requestOf('sleep'))).toBe('accepted')
  expect(told()).toEqual([])
  await vi.waitFor(() => expect(told()).toEqual(['settled']))
})

test('a call that waits for the person is accepted at once', async () => {
  const { registry, reports } = startReporting()
  const request = heldRequestOf('book')
  expect(await reports.start(request)).toBe('accepted')
  await reached(registry, request.callId, 'held')
  await vi.waitFor(() => expect(told()).toEqual(['held']))
})

test('an end that was told in an answer which came too late is told again', async () => {
  vi.useFakeTimers()
  const { registry, reports } = startReporting()
  const answer = reports.start(requestOf('book'))
  await vi.advanceTimersByTimeAsync(10)
  expect(await answer).toMatchObject({ state: 'settled' })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(told()).toEqual(['settled'])
  expect(registry.openCallIds()).toEqual([])
  vi.useRealTimers()
})
