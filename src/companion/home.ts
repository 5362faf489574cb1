import { randomBytes, randomUUID } from 'node:crypto'
import { chmod, link, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { fromBase64, type Bytes } from '../protocol/agent-link-bytes.ts'

const agentKeysSchema = z.object({
  agentId: z.uuid(),
  /** The name by which the MCP client calls itself, and the label shown to people. */
  client: z.string(),
  name: z.string(),
  /** One secret for each browser it is paired with, newest last; base64 of 32 bytes. */
  secrets: z.array(z.object({ secret: z.string(), pairedAt: z.number() })),
})
export type AgentKeys = z.infer<typeof agentKeysSchema>

const maxSecrets = 8

/** The folder for keys; `COUNTERSIGN_HOME` names another. */
export function findHome(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  if (env['COUNTERSIGN_HOME']) return env['COUNTERSIGN_HOME']
  if (platform === 'win32')
    return join(env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'countersign')
  return join(env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'countersign')
}

/** 32 bytes by which the processes of one user know each other at a hub. */
export async function readHubKey(home: string): Promise<Bytes> {
  await openFolder(home)
  const path = join(home, 'hub.key')
  const text = await createOnce(path, randomBytes(32).toString('base64'))
  return fromBase64(text.trim())
}

/** The keys of one MCP client; made at first sight, so that its processes are one agent. */
export async function readAgentKeys(home: string, client: string, name: string): Promise<AgentKeys> {
  const path = await agentPath(home, client)
  const fresh: AgentKeys = { agentId: randomUUID(), client, name, secrets: [] }
  const text = await createOnce(path, JSON.stringify(fresh, null, 2))
  const found = parseKeys(text)
  if (found !== undefined) return found
  await replaceFile(path, JSON.stringify(fresh, null, 2))
  return fresh
}

export async function addSecret(home: string, keys: AgentKeys, secret: string): Promise<void> {
  const current = await readAgentKeys(home, keys.client, keys.name)
  const secrets = [...current.secrets, { secret, pairedAt: Date.now() }].slice(-maxSecrets)
  const path = await agentPath(home, keys.client)
  await replaceFile(path, JSON.stringify({ ...current, agentId: keys.agentId, secrets }, null, 2))
}

export async function listAgentKeys(home: string): Promise<AgentKeys[]> {
  const names = await readdir(join(home, 'agents')).catch(() => [])
  const texts = names
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => readFile(join(home, 'agents', name), 'utf8'))
  return (await Promise.all(texts)).flatMap((text) => parseKeys(text) ?? [])
}

async function agentPath(home: string, client: string): Promise<string> {
  const folder = join(home, 'agents')
  await openFolder(home)
  await openFolder(folder)
  return join(folder, `${fileNameOf(client)}.json`)
}

/** Readable, and different for different names: whatever a file name cannot hold is written as its code. */
export const fileNameOf = (client: string): string =>
  client.replaceAll(/[^a-z0-9-]/g, (char) => `_${char.codePointAt(0)?.toString(16) ?? ''}`).slice(0, 200)

async function openFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  await chmod(path, 0o700)
}

/** The file's text; the given one where no other process was first. Nobody reads a file half written. */
async function createOnce(path: string, text: string): Promise<string> {
  const existing = await readOwn(path)
  if (existing !== undefined) return existing
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, text, { mode: 0o600, flag: 'wx' })
  try {
    await link(draft, path)
    return text
  } catch (error) {
    const winner = await readOwn(path)
    if (winner === undefined) throw error
    return winner
  } finally {
    await rm(draft, { force: true })
  }
}

async function readOwn(path: string): Promise<string | undefined> {
  try {
    const text = await readFile(path, 'utf8')
    await chmod(path, 0o600)
    return text
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, text, { mode: 0o600, flag: 'wx' })
  await rename(draft, path)
}

function parseKeys(text: string): AgentKeys | undefined {
  try {
    const parsed = agentKeysSchema.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'
