import type { MessageKey } from '../ui/translate.ts'

/** Stands for the folder that Countersign was unpacked to; the extension cannot know it. */
const companion = '<path>/dist-companion/countersign.js'
const launch = { command: 'node', args: [companion] }

const withServers = JSON.stringify({ mcpServers: { countersign: launch } }, null, 2)

export type ClientConfig = {
  /** As `countersign print-config <client>` knows it. */
  client: string
  name: string
  where: MessageKey
  text: string
}

/** What to paste into each MCP client; the companion's `print-config` prints the same with the real path. */
export const clientConfigs: readonly ClientConfig[] = [
  {
    client: 'claude-code',
    name: 'Claude Code',
    where: 'where_terminal',
    text: `claude mcp add --scope user countersign -- node ${companion}`,
  },
  {
    client: 'claude-desktop',
    name: 'Claude Desktop',
    where: 'where_claude_desktop',
    text: withServers,
  },
  { client: 'cursor', name: 'Cursor', where: 'where_cursor', text: withServers },
  {
    client: 'vscode',
    name: 'VS Code',
    where: 'where_vscode',
    text: JSON.stringify({ servers: { countersign: { type: 'stdio', ...launch } } }, null, 2),
  },
  {
    client: 'codex',
    name: 'Codex',
    where: 'where_codex',
    text: [
      '[mcp_servers.countersign]',
      'command = "node"',
      `args = ["${companion}"]`,
      'tool_timeout_sec = 90',
    ].join('\n'),
  },
  { client: 'gemini', name: 'Gemini CLI', where: 'where_gemini', text: withServers },
]
