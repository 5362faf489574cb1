import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { configClients, configFor, isConfigClient } from './print-config.ts'

const launch = { command: '/opt/my node/node', args: [String.raw`/home/o'neill "x"\companion.js`] }
const textFor = (client: string): string => (isConfigClient(client) ? configFor(client, launch).text : '')

describe('print-config', () => {
  test('knows six clients', () => {
    expect(configClients).toEqual(['claude-code', 'claude-desktop', 'cursor', 'vscode', 'codex', 'gemini'])
    expect(isConfigClient('toString')).toBe(false)
  })

  test('writes JSON that means the command as it is', () => {
    const server = { command: launch.command, args: launch.args }
    for (const client of ['claude-desktop', 'cursor', 'gemini']) {
      expect(JSON.parse(textFor(client))).toEqual({ mcpServers: { countersign: server } })
    }
    expect(JSON.parse(textFor('vscode'))).toEqual({ servers: { countersign: { type: 'stdio', ...server } } })
  })

  test('writes a line that a shell takes as it is meant', () => {
    const line = textFor('claude-code').replace(/^claude /, String.raw`printf '%s\n' `)
    const words = execFileSync('sh', ['-c', line], { encoding: 'utf8' }).trimEnd().split('\n')
    expect(words.slice(-3)).toEqual(['--', launch.command, ...launch.args])
  })

  test('writes TOML with escaped strings', () => {
    expect(textFor('codex')).toContain(`command = ${JSON.stringify(launch.command)}`)
    expect(textFor('codex')).toContain('[mcp_servers.countersign]')
  })
})
