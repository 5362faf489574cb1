import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'

// The types for authors of sites, as an author's own project uses them: alone, and checked themselves.

const types = resolve('docs/countersign.d.ts')
const compiler = resolve('node_modules/typescript/bin/tsc')
const common = ['--noEmit', '--target', 'es2024', '--lib', 'es2024,dom,dom.iterable', '--types', '']

/** The compiler's complaints; empty where there are none. */
const complaints = async (...args: string[]): Promise<string> =>
  promisify(execFile)(process.execPath, [compiler, '--ignoreConfig', ...common, ...args, types]).then(
    () => '',
    (error: { stdout?: string; message: string }) => error.stdout || error.message,
  )

const author = `
await document.modelContext.registerTool<{ note: string; file: CountersignFileRef }>({
  name: 'keep',
  description: 'Keeps a note',
  inputSchema: {
    type: 'object',
    properties: { file: { 'x-countersign-file': { accept: '.txt' } satisfies CountersignFileField } },
  },
  annotations: { destructiveHint: true },
  sensitivePaths: () => ['note'],
  summary: ({ note }) => note.slice(0, 10),
  async execute({ note, file }, { signal, callId, caller, confirm, files, registerUndo }) {
    signal.throwIfAborted()
    const asked = await confirm?.({ summary: note, changes: [{ path: 'note', after: note }] })
    if (asked && !asked.approved) return asked.reason ?? 'no'
    const bytes: number | undefined = (await files?.resolve(file))?.size
    registerUndo?.(() => undefined)
    return { callId: callId?.length, isAgent: caller === 'mcp', bytes }
  },
})
document.modelContext.addEventListener('toolactivated', ({ toolName }) => toolName.trim())
document.querySelector('form')?.addEventListener('submit', (event) => {
  event.preventDefault()
  if (event.agentInvoked) event.respondWith({ saved: true })
})
export {}
`

test('the types compile where they are all that there is, and fit what an author writes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-types-'))
  const use = join(folder, 'author.ts')
  await writeFile(use, author)
  expect(await complaints('--strict', '--module', 'esnext', use)).toBe('')
  await writeFile(use, `${author}\ndocument.modelContext.registerTool({ name: 'nameless' })`)
  expect(await complaints('--strict', '--module', 'esnext', use)).toContain('execute')
  await rm(folder, { recursive: true })
})

test('the demo page keeps to the types', async () => {
  const demo = resolve('e2e/pages/demo/tools.js')
  const flags = ['--allowJs', '--checkJs', '--strict', 'false', '--module', 'esnext']
  expect(await complaints(...flags, '--moduleDetection', 'force', demo)).toBe('')
})
