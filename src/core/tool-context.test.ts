import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  approvalOf,
  heldRequestOf,
  reached,
  registryWith,
  rejectionOf,
  requestOf,
  settledResult,
  waitingState,
} from './registry-for-tests.ts'
import { cancelled, ok, type FieldChange, type ToolResult } from './result.ts'
import type { ConfirmOutcome, FileRef, ToolContext, ToolDefinition } from './tool.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

type Question = { summary: string; changes?: FieldChange[] }

const asking = (
  question: Question = { summary: 'Really?' },
  more: Partial<ToolDefinition> = {},
): ToolDefinition => ({
  name: 'ask',
  description: 'Asks.',
  input: { type: 'object', properties: { a: { type: 'string' }, password: {} }, additionalProperties: false },
  run: async (_input, context) => ok(await context.confirm(question)),
  ...more,
})

const ask = async (tool: ToolDefinition, more: Parameters<typeof requestOf>[2] = {}, input: unknown = {}) => {
  const under = registryWith([tool])
  const request = requestOf(tool.name, input, more)
  under.registry.start(request)
  await vi.advanceTimersByTimeAsync(0)
  return { ...under, callId: request.callId }
}

describe('a question in the middle of a run', () => {
  test('stands as asking, with a card of its own that hides secrets', async () => {
    const question = {
      summary: 'Send hunter2?',
      changes: [{ path: 'password', before: 'a', after: 'hunter2' }],
    }
    const { registry, callId } = await ask(asking(question), {}, { password: 'hunter2' })
    const { state, card } = waitingState(registry, callId)
    expect(state).toBe('asking')
    expect(card).toMatchObject({
      isWithinRun: true,
      summary: 'Send [redacted]?',
      changes: [{ path: 'password', before: '[redacted]', after: '[redacted]' }],
      input: { password: '[redacted]' },
    })
    expect(registry.reveal(callId, 'password')).toBe('hunter2')
  })

  test.each<[string, 'approve' | 'reject', ConfirmOutcome]>([
    ['approved', 'approve', { approved: true }],
    ['rejected', 'reject', { approved: false }],
  ])('is %s by the person', async (_what, kind, outcome) => {
    const { registry, callId, updates } = await ask(asking())
    const decision = kind === 'approve' ? approvalOf(registry, callId) : rejectionOf(registry, callId)
    expect(await registry.decide(callId, decision)).toEqual({ outcome: 'taken' })
    expect(await settledResult(registry, callId)).toEqual(ok(outcome))
    expect(updates.map(({ state }) => state)).toEqual(['running', 'asking', 'running', 'settled'])
  })

  test('gives the tool what the person edited, real values in place', async () => {
    const { registry, callId } = await ask(asking(), {}, { a: 'x', password: 'hunter2' })
    const input = { a: 'y', password: '[redacted]' }
    let seen: unknown
    registry.on('update', (update) => (seen = update))
    expect(await registry.decide(callId, approvalOf(registry, callId, { input }))).toEqual({
      outcome: 'taken',
    })
    expect(await settledResult(registry, callId)).toEqual(
      ok({ approved: true, input: { a: 'y', password: '[redacted]' } }),
    )
    expect(seen).toMatchObject({ state: 'settled' })
  })

  test('with an edit that is not valid stays with the person', async () => {
    const { registry, callId } = await ask(asking())
    expect(await registry.decide(callId, approvalOf(registry, callId, { input: { b: 1 } }))).toMatchObject({
      outcome: 'issues',
    })
    expect(registry.state(callId)?.state).toBe('asking')
  })

  test('decided by code with an edit that is not valid is invalid', async () => {
    const { registry, callId } = await ask(asking(), { caller: 'test' })
    await registry.decide(callId, approvalOf(registry, callId, { input: { a: '[redacted]' } }))
    expect(await settledResult(registry, callId)).toEqual(ok({ approved: false, reason: 'invalid' }))
  })

  test('expires with the confirmation', async () => {
    const { registry, callId } = await ask(asking(), { confirmationTtlMs: 5000 })
    await vi.advanceTimersByTimeAsync(5000)
    expect(await settledResult(registry, callId)).toEqual(ok({ approved: false, reason: 'expired' }))
  })

  test('ends with the signal of the call', async () => {
    const { registry, callId } = await ask(asking())
    registry.cancel(callId, 'signal')
    expect(await settledResult(registry, callId)).toEqual(ok({ approved: false, reason: 'signal' }))
  })

  test('asked after the abort is answered at once', async () => {
    const late = asking(undefined, {
      run: (_input, context) =>
        new Promise((resolve) => {
          context.signal.addEventListener(
            'abort',
            () => void context.confirm({ summary: 'x' }).then((answer) => resolve(ok(answer))),
            { once: true },
          )
        }),
    })
    const { registry, callId } = await ask(late)
    registry.cancel(callId, 'signal')
    expect(await settledResult(registry, callId)).toEqual(ok({ approved: false, reason: 'signal' }))
  })

  test('without a confirmation surface is unavailable', async () => {
    const { registry } = registryWith([asking()], { hasConfirmationSurface: false })
    expect(await registry.call(requestOf('ask'))).toEqual(
      ok({ approved: false, reason: 'confirmation_unavailable' }),
    )
  })

  test('is one too many where 20 wait already', async () => {
    const { registry } = registryWith([asking()])
    const scope = registry.scope('more')
    scope.register({ ...asking(), name: 'other', run: () => ok(null) })
    for (let n = 0; n < 20; n += 1) await registry.call(heldRequestOf('other', { a: String(n) }))
    expect(await registry.call(requestOf('ask'))).toEqual(
      ok({ approved: false, reason: 'confirmation_unavailable' }),
    )
  })

  test('is not asked where the person started the call', async () => {
    const { registry } = registryWith([asking()])
    expect(await registry.call(requestOf('ask', {}, { caller: 'human', agentId: null }))).toEqual(
      ok({ approved: true }),
    )
  })

  test('never throws, whatever the tool asks', async () => {
    const { registry, errors } = registryWith([
      asking(undefined, { run: async (_input, context) => ok(await context.confirm(null as never)) }),
    ])
    expect(await registry.call(requestOf('ask'))).toEqual(
      ok({ approved: false, reason: 'confirmation_unavailable' }),
    )
    expect(errors).toMatchObject([{ code: 'tool_threw' }])
  })

  test('waits for the one before it', async () => {
    const two = asking(undefined, {
      run: async (_input, { confirm }) =>
        ok(await Promise.all([confirm({ summary: 'one' }), confirm({ summary: 'two' })])),
    })
    const { registry, callId } = await ask(two)
    expect(waitingState(registry, callId).card.summary).toBe('one')
    await registry.decide(callId, rejectionOf(registry, callId))
    await vi.advanceTimersByTimeAsync(0)
    expect(waitingState(registry, callId).card.summary).toBe('two')
    await registry.decide(callId, approvalOf(registry, callId))
    expect(await settledResult(registry, callId)).toEqual(ok([{ approved: false }, { approved: true }]))
  })

  test('stops the deadline', async () => {
    const { registry, callId } = await ask(asking(), { timeoutMs: 1000 })
    await vi.advanceTimersByTimeAsync(60_000)
    await registry.decide(callId, approvalOf(registry, callId))
    expect(await settledResult(registry, callId)).toEqual(ok({ approved: true }))
  })

  test('gives the deadline the time back that was left, and no more', async () => {
    const slow = asking(undefined, {
      run: async (_input, { confirm, signal }) => {
        await confirm({ summary: 'first' })
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true })
        })
      },
    })
    const { registry, callId } = await ask(slow, { timeoutMs: 1000 })
    await vi.advanceTimersByTimeAsync(60_000)
    await registry.decide(callId, approvalOf(registry, callId))
    await vi.advanceTimersByTimeAsync(999)
    expect(registry.state(callId)?.state).toBe('running')
    await vi.advanceTimersByTimeAsync(1)
    expect(await settledResult(registry, callId)).toEqual(cancelled('signal'))
  })
})

describe('what the card showed already', () => {
  const changes = [{ path: 'a', before: 'x', after: 'y' }]
  const shown = (question: Question) =>
    asking(question, { summary: () => 'Change a', preview: () => changes })

  const approve = async (question: Question, input?: unknown) => {
    const { registry } = registryWith([shown(question)])
    const request = heldRequestOf('ask', { a: 'y' })
    await registry.call(request)
    await registry.decide(
      request.callId,
      approvalOf(registry, request.callId, input === undefined ? {} : { input }),
    )
    await vi.advanceTimersByTimeAsync(0)
    return { registry, callId: request.callId }
  }

  test('is not asked a second time', async () => {
    const { registry, callId } = await approve({ summary: 'Change a', changes })
    expect(await settledResult(registry, callId)).toEqual(ok({ approved: true }))
  })

  test.each<[string, Question, unknown]>([
    ['another question', { summary: 'Change b', changes }, undefined],
    ['other changes', { summary: 'Change a', changes: [{ path: 'a', before: 'x', after: 'z' }] }, undefined],
    ['the same after the person edited', { summary: 'Change a', changes }, { a: 'edited' }],
  ])('%s is asked', async (_what, question, input) => {
    const { registry, callId } = await approve(question, input)
    expect(registry.state(callId)?.state).toBe('asking')
  })
})

describe('undo', () => {
  const restorable = (
    restore: () => ToolResult | Promise<ToolResult> = () => ok('restored'),
    more: Partial<ToolDefinition> = {},
  ): ToolDefinition => ({
    name: 'write',
    title: 'Write',
    description: 'Writes.',
    run: (_input, context) => {
      context.registerUndo(restore)
      return ok({ changes: [{ path: 'a', before: 'old', after: 'new' }] })
    },
    ...more,
  })
  const undoOf = (callId: string, more: Parameters<typeof requestOf>[2] = {}) =>
    requestOf('', undefined, { undoOf: callId, ...more })

  test('restores once; a second time is undo_unavailable', async () => {
    const { registry } = registryWith([restorable()])
    const written = requestOf('write')
    await registry.call(written)
    expect(await reached(registry, written.callId, 'settled')).toMatchObject({ record: { canUndo: true } })
    const undo = undoOf(written.callId)
    expect(await registry.call(undo)).toEqual(ok('restored'))
    expect(await reached(registry, undo.callId, 'settled')).toMatchObject({
      record: { tool: 'write', title: 'Undo: Write', canUndo: false },
    })
    expect(await registry.call(undoOf(written.callId))).toMatchObject({
      status: 'refused',
      code: 'undo_unavailable',
    })
  })

  test('at the same moment twice restores once', async () => {
    const restore = vi.fn(() => ok('restored'))
    const { registry } = registryWith([restorable(restore)])
    const written = requestOf('write')
    await registry.call(written)
    const answers = await Promise.all([
      registry.call(undoOf(written.callId)),
      registry.call(undoOf(written.callId)),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['ok', 'refused'])
    expect(restore).toHaveBeenCalledTimes(1)
  })

  test('of an unknown call, or one that registered none, is undo_unavailable', async () => {
    const { registry } = registryWith([restorable(undefined, { run: () => ok(null) })])
    const written = requestOf('write')
    await registry.call(written)
    for (const callId of [written.callId, 'unknown']) {
      expect(await registry.call(undoOf(callId))).toMatchObject({
        status: 'refused',
        code: 'undo_unavailable',
      })
    }
  })

  test("of another agent's call is undo_unavailable, the person may undo any", async () => {
    const { registry } = registryWith([restorable()])
    const written = requestOf('write')
    await registry.call(written)
    for (const other of [{ agentId: 'other' }, { agentId: null, caller: 'inapp' }] as const) {
      expect(await registry.call(undoOf(written.callId, other))).toMatchObject({ code: 'undo_unavailable' })
    }
    expect(await registry.call(undoOf(written.callId, { agentId: null, caller: 'human' }))).toEqual(
      ok('restored'),
    )
  })

  const approveWrite = async (tool: ToolDefinition) => {
    const { registry } = registryWith([tool])
    const written = heldRequestOf('write')
    await registry.call(written)
    await registry.decide(written.callId, approvalOf(registry, written.callId))
    await settledResult(registry, written.callId)
    return { registry, callId: written.callId }
  }

  test('is held where the call was, and its card shows the way back', async () => {
    const { registry, callId } = await approveWrite(restorable())
    const undo = undoOf(callId)
    expect(await registry.call(undo)).toMatchObject({ status: 'needs_confirmation', summary: 'Undo: Write' })
    expect(waitingState(registry, undo.callId).card.changes).toEqual([
      { path: 'a', before: 'new', after: 'old' },
    ])
  })

  test('of a form fill runs unasked', async () => {
    const { registry, callId } = await approveWrite(restorable(undefined, { isUndoUnasked: true }))
    expect(await registry.call(undoOf(callId))).toEqual(ok('restored'))
  })

  test('works although the tool left the page', async () => {
    const { registry } = registryWith([])
    const gone = new AbortController()
    registry.scope('page').register(restorable(), { signal: gone.signal })
    const written = requestOf('write')
    await registry.call(written)
    gone.abort()
    expect(await registry.call(undoOf(written.callId))).toEqual(ok('restored'))
  })

  test('keeps the last 100', async () => {
    const { registry } = registryWith([restorable()])
    const requests = Array.from({ length: 101 }, () => requestOf('write'))
    for (const request of requests) await registry.call(request)
    expect(await registry.call(undoOf(requests[0]?.callId ?? ''))).toMatchObject({ code: 'undo_unavailable' })
    expect(await registry.call(undoOf(requests[1]?.callId ?? ''))).toEqual(ok('restored'))
  })

  test('registered after the call is over counts for nothing', async () => {
    let context: ToolContext | undefined
    const { registry } = registryWith([
      restorable(undefined, { run: (_input, given) => ok(void (context = given)) }),
    ])
    const written = requestOf('write')
    await registry.call(written)
    context?.registerUndo(() => ok('restored'))
    expect(await registry.call(undoOf(written.callId))).toMatchObject({ code: 'undo_unavailable' })
  })
})

describe('files', () => {
  const cv: FileRef = { ref: 'your CV' }
  const upload = (
    more: Partial<ToolDefinition> = {},
    field: object = { accept: '.pdf,image/*', maxBytes: 10 },
  ): ToolDefinition => ({
    name: 'upload',
    description: 'Uploads.',
    kind: 'fill',
    input: {
      type: 'object',
      properties: { cv: { 'x-countersign-file': field }, more: {} },
      additionalProperties: false,
    },
    run: async (input, { files }) => {
      const given = (input as { cv: FileRef | FileRef[] }).cv
      const refs = Array.isArray(given) ? given : [given]
      const found = await Promise.all(refs.map((ref) => files.resolveAll(ref)))
      return ok({ files: found.flat() })
    },
    ...more,
  })
  const pdf = (size = 3, name = 'cv.PDF', type = 'application/pdf') =>
    new File(['x'.repeat(size)], name, { type })
  /** Node clones a file without its name; browsers keep it. */
  const described = (file: File) => ({ file: { name: expect.any(String), size: file.size, type: file.type } })

  test.each<[string, unknown]>([
    ['a path', '~/.ssh/id_rsa'],
    ['a reference with more in it', { ref: 'x', path: '/etc/passwd' }],
    ['a list where one file is taken', [cv]],
    ['a number', 7],
  ])('%s is invalid', async (_what, value) => {
    const { registry } = registryWith([upload()])
    expect(await registry.call(requestOf('upload', { cv: value }))).toMatchObject({
      status: 'invalid',
      issues: [{ path: 'cv' }],
    })
  })

  const hold = async (tool: ToolDefinition = upload(), input: unknown = { cv }) => {
    const under = registryWith([tool])
    const request = heldRequestOf('upload', input)
    await under.registry.call(request)
    return { ...under, callId: request.callId }
  }

  test('the card asks for the file, with what it must be', async () => {
    const { registry, callId } = await hold()
    expect(waitingState(registry, callId).card.files).toEqual([
      { path: 'cv', ref: 'your CV', accept: '.pdf,image/*', maxBytes: 10 },
    ])
  })

  test('the picked file reaches the tool; the record and the result only describe it', async () => {
    const { registry, callId } = await hold()
    const file = pdf()
    expect(await registry.decide(callId, approvalOf(registry, callId, { files: { cv: [file] } }))).toEqual({
      outcome: 'taken',
    })
    expect(await settledResult(registry, callId)).toEqual(ok({ files: [described(file)] }))
  })

  test('without a picked file nothing is approved', async () => {
    const { registry, callId } = await hold()
    expect(await registry.decide(callId, approvalOf(registry, callId))).toEqual({
      outcome: 'issues',
      issues: [{ path: 'cv', message: 'Pick a file first' }],
    })
    expect(registry.state(callId)?.state).toBe('held')
  })

  test.each<[string, File[], RegExp]>([
    ['too large', [pdf(11)], /`cv`.*10 bytes/],
    ['of another kind', [pdf(3, 'cv.exe', 'application/x-msdownload')], /`cv` takes only .pdf,image/],
    ['more than one', [pdf(), pdf()], /`cv` takes one file/],
  ])(
    'a file that is %s is file_rejected by field and limit, and may be picked anew',
    async (_what, files, message) => {
      const { registry, callId } = await hold()
      const answer = await registry.decide(callId, approvalOf(registry, callId, { files: { cv: files } }))
      expect(answer).toMatchObject({
        outcome: 'refused',
        code: 'file_rejected',
        message: expect.stringMatching(message),
      })
      expect(await registry.decide(callId, approvalOf(registry, callId, { files: { cv: [pdf()] } }))).toEqual(
        { outcome: 'taken' },
      )
    },
  )

  test('a field of several takes several references and files', async () => {
    const tool = upload({}, { multiple: true })
    const { registry, callId } = await hold(tool, { cv: [cv, { ref: 'photo' }] })
    const files = { 'cv.0': [pdf(), pdf(4)], 'cv.1': [pdf(5)] }
    await registry.decide(callId, approvalOf(registry, callId, { files }))
    expect(await settledResult(registry, callId)).toMatchObject({
      data: { files: [{ file: { size: 3 } }, { file: { size: 4 } }, { file: { size: 5 } }] },
    })
  })

  test('two fields that ask in the same words get their own files', async () => {
    const field = { 'x-countersign-file': {} }
    const tool = upload({
      input: { type: 'object', properties: { a: field, b: field } },
      run: async (input, { files }) => {
        const { a, b } = input as Record<'a' | 'b', FileRef>
        return ok([await files.resolve(a), await files.resolve(b), await files.resolve({ ref: 'your CV' })])
      },
    })
    const { registry, callId } = await hold(tool, { a: cv, b: { ...cv } })
    await registry.decide(callId, approvalOf(registry, callId, { files: { a: [pdf(1)], b: [pdf(2)] } }))
    expect(await settledResult(registry, callId)).toMatchObject({
      data: [{ file: { size: 1 } }, { file: { size: 2 } }, { file: { size: 1 } }],
    })
  })

  test('null clears and asks for nothing', async () => {
    const { registry } = registryWith([upload({ run: () => ok(null) })])
    expect(await registry.call(requestOf('upload', { cv: null }))).toEqual(ok(null))
  })

  test('a reference that nobody was asked about is file_rejected', async () => {
    const { registry } = registryWith([
      upload({ run: async (_input, { files }) => ok(await files.resolve({ ref: 'else' })) }),
    ])
    expect(await registry.call(requestOf('upload', {}))).toMatchObject({
      status: 'refused',
      code: 'file_rejected',
    })
  })

  const fetched = async (url: string, fetchFile?: (url: string, signal: AbortSignal) => Promise<File>) => {
    const run = vi.fn(upload().run)
    const under = registryWith([upload({ run })], fetchFile ? { fetchFile } : {})
    return { ...under, run, result: await under.registry.call(requestOf('upload', { cv: { url } })) }
  }

  test('an address is off by default, with an error event', async () => {
    const { result, errors, run } = await fetched('https://a.example/cv.pdf')
    expect(result).toMatchObject({ status: 'refused', code: 'file_rejected' })
    expect(errors).toMatchObject([{ code: 'files_not_configured', tool: 'upload' }])
    expect(run).not.toHaveBeenCalled()
  })

  test.each([
    'https://a.example/cv.pdf',
    'http://localhost:8080/cv.pdf',
    'http://127.0.0.1/cv.pdf',
    'http://[::1]/cv.pdf',
  ])('%s is fetched where that is on, once', async (url) => {
    const fetchFile = vi.fn(() => Promise.resolve(pdf()))
    const { result } = await fetched(url, fetchFile)
    expect(result).toEqual(ok({ files: [described(pdf())] }))
    expect(fetchFile).toHaveBeenCalledTimes(1)
  })

  test.each([
    'http://a.example/cv.pdf',
    'https://u:p@a.example/',
    'file:///etc/passwd',
    'data:,x',
    'nonsense',
    'http://127.0.0.1.evil.example/',
  ])('%s is file_rejected without a fetch, and the address is not named', async (url) => {
    const fetchFile = vi.fn(() => Promise.resolve(pdf()))
    const { result } = await fetched(url, fetchFile)
    expect(result).toMatchObject({ status: 'refused', code: 'file_rejected' })
    expect(JSON.stringify(result)).not.toContain(url)
    expect(fetchFile).not.toHaveBeenCalled()
  })

  test('what was fetched is checked like what was picked, before anything is written', async () => {
    const { result, run } = await fetched('https://a.example/', () => Promise.resolve(pdf(11)))
    expect(result).toMatchObject({
      code: 'file_rejected',
      message: 'The file for `cv` is larger than 10 bytes',
    })
    expect(run).not.toHaveBeenCalled()
  })

  test('a fetch that fails is file_rejected without the address', async () => {
    const { result } = await fetched('https://a.example/secret-name', () =>
      Promise.reject(new Error('secret-name: ECONNREFUSED')),
    )
    expect(result).toEqual({
      status: 'refused',
      code: 'file_rejected',
      message: '`cv`: the file could not be fetched',
    })
  })

  test('a fetch ends with the call', async () => {
    const fetchFile = (_url: string, signal: AbortSignal) =>
      new Promise<File>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true })
      })
    const { registry } = registryWith([upload()], { fetchFile })
    const request = requestOf('upload', { cv: { url: 'https://a.example/' } })
    registry.start(request)
    await vi.advanceTimersByTimeAsync(0)
    registry.cancel(request.callId, 'operator')
    expect(await settledResult(registry, request.callId)).toEqual(cancelled('operator'))
  })
})
