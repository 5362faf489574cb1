import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  approvalOf,
  heldRequestOf,
  registryWith,
  requestOf,
  settledResult,
  waitingState,
} from './registry-for-tests.ts'
import { cancelled, ok } from './result.ts'
import type { FileRef, ToolContext, ToolDefinition } from './tool.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

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

const hold = async (tool: ToolDefinition = upload(), input: unknown = { cv }) => {
  const under = registryWith([tool])
  const request = heldRequestOf('upload', input)
  await under.registry.call(request)
  return { ...under, callId: request.callId }
}

const fetched = async (url: string, fetchFile?: (url: string, signal: AbortSignal) => Promise<File>) => {
  const tool = upload()
  const run = vi.fn((input: unknown, context: ToolContext) => tool.run(input, context))
  const under = registryWith([upload({ run })], fetchFile ? { fetchFile } : {})
  return { ...under, run, result: await under.registry.call(requestOf('upload', { cv: { url } })) }
}

describe('files', () => {
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
    const { registry } = registryWith([upload()], {
      fetchFile: (_url, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true })
        }),
    })
    const request = requestOf('upload', { cv: { url: 'https://a.example/' } })
    registry.start(request)
    await vi.advanceTimersByTimeAsync(0)
    registry.cancel(request.callId, 'operator')
    expect(await settledResult(registry, request.callId)).toEqual(cancelled('operator'))
  })
})
