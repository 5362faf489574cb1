import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addSecret, fileNameOf, findHome, listAgentKeys, readAgentKeys, readHubKey } from './home.ts'

let home = ''
beforeEach(async () => {
  home = join(await mkdtemp(join(tmpdir(), 'countersign-home-')), 'keys')
})
afterEach(() => rm(join(home, '..'), { recursive: true, force: true }))

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777

describe('the folder of keys', () => {
  test('is where the system keeps such things, or where the environment says', () => {
    expect(findHome({ COUNTERSIGN_HOME: '/k' }, 'linux')).toBe('/k')
    expect(findHome({ XDG_CONFIG_HOME: '/c' }, 'linux')).toBe(join('/c', 'countersign'))
    expect(findHome({ APPDATA: '/roaming' }, 'win32')).toBe(join('/roaming', 'countersign'))
  })

  test('is for its owner alone, and is made so again where it was opened', async () => {
    const keys = await readAgentKeys(home, 'claude-code', 'Claude Code')
    await addSecret(home, keys, 'c2VjcmV0')
    await readHubKey(home)
    const file = join(home, 'agents', 'claude-code.json')
    for (const path of [file, join(home, 'hub.key')]) expect(await modeOf(path)).toBe(0o600)
    for (const path of [home, join(home, 'agents')]) expect(await modeOf(path)).toBe(0o700)
    await chmod(file, 0o644)
    await readAgentKeys(home, 'claude-code', 'Claude Code')
    expect(await modeOf(file)).toBe(0o600)
  })

  test('gives every process of a client the same agent, however many start at once', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => readAgentKeys(home, 'cursor', 'Cursor')))
    expect(new Set(all.map(({ agentId }) => agentId)).size).toBe(1)
    const hubKeys = await Promise.all(Array.from({ length: 20 }, () => readHubKey(home)))
    expect(new Set(hubKeys.map(String)).size).toBe(1)
    expect(await readdir(join(home, 'agents'))).toEqual(['cursor.json'])
  })

  test('keeps other clients apart, whatever their names', async () => {
    const names = ['a b', 'a_b', 'a/b', '../a', 'A', 'a', 'ä', '.', '']
    expect(new Set(names.map(fileNameOf)).size).toBe(names.length)
    for (const name of names) expect(fileNameOf(name)).toMatch(/^[a-z0-9_-]*$/)
    const ids = await Promise.all(names.map(async (name) => (await readAgentKeys(home, name, name)).agentId))
    expect(new Set(ids).size).toBe(names.length)
  })

  test('keeps the first label and the newest secrets', async () => {
    const keys = await readAgentKeys(home, 'cursor', 'Cursor')
    for (let at = 0; at < 10; at += 1) await addSecret(home, keys, `secret ${at}`)
    const [kept] = await listAgentKeys(home)
    expect(kept).toMatchObject({ name: 'Cursor', agentId: keys.agentId })
    expect(kept?.secrets.map(({ secret }) => secret)).toEqual(
      [2, 3, 4, 5, 6, 7, 8, 9].map((at) => `secret ${at}`),
    )
    expect(await readAgentKeys(home, 'cursor', 'Another label')).toMatchObject({ name: 'Cursor' })
  })

  test('starts over where a file cannot be read as keys', async () => {
    await readAgentKeys(home, 'cursor', 'Cursor')
    await writeFile(join(home, 'agents', 'cursor.json'), '{"agentId":')
    expect(await readAgentKeys(home, 'cursor', 'Cursor')).toMatchObject({ client: 'cursor', secrets: [] })
  })
})
