/** The command that an MCP client starts this companion with. */
export type Launch = { command: string; args: string[] }

/** What to paste for a client, and where. */
export type Config = { text: string; where: string }

const standard = (server: Launch): string => JSON.stringify({ mcpServers: { countersign: server } }, null, 2)

const configs = {
  'claude-code': ({ command, args }) => ({
    text: `claude mcp add --scope user countersign -- ${[command, ...args].map(quoted).join(' ')}`,
    where: 'Run this in a terminal.',
  }),
  'claude-desktop': (server) => ({
    text: standard(server),
    where: 'Settings, Developer, Edit Config (claude_desktop_config.json).',
  }),
  cursor: (server) => ({ text: standard(server), where: 'Put this into ~/.cursor/mcp.json.' }),
  vscode: (server) => ({
    text: JSON.stringify({ servers: { countersign: { type: 'stdio', ...server } } }, null, 2),
    where: 'Put this into .vscode/mcp.json, or run "MCP: Open User Configuration".',
  }),
  codex: (server) => ({ text: tomlFor(server), where: 'Put this into ~/.codex/config.toml.' }),
  gemini: (server) => ({ text: standard(server), where: 'Put this into ~/.gemini/settings.json.' }),
} satisfies Record<string, (server: Launch) => Config>

export type ConfigClient = keyof typeof configs
export const configClients = Object.keys(configs)

export const isConfigClient = (name: string): name is ConfigClient => Object.hasOwn(configs, name)

export const configFor = (client: ConfigClient, { command, args }: Launch): Config =>
  configs[client]({ command, args })

/** TOML's basic strings escape as JSON's do. */
const tomlFor = ({ command, args }: Launch): string =>
  [
    '[mcp_servers.countersign]',
    `command = ${JSON.stringify(command)}`,
    `args = [${args.map((arg) => JSON.stringify(arg)).join(', ')}]`,
    '# An answer may wait 45 s for the person.',
    'tool_timeout_sec = 90',
  ].join('\n')

const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
