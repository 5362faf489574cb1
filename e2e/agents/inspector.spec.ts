import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { companionPath, expect, test, type LinkWorld } from './link-world.ts'

const inspector = resolve('node_modules/.bin/mcp-inspector')

async function inspect(world: LinkWorld, era: string, args: string[]): Promise<Record<string, unknown>> {
  const server = ['--cli', process.execPath, companionPath]
  const options = ['-q', '--protocol-era', era]
  const { stdout } = await promisify(execFile)(inspector, [...server, ...options, ...args], {
    env: world.env,
  })
  return JSON.parse(stdout) as Record<string, unknown>
}

for (const era of ['legacy', 'modern']) {
  test(`the MCP Inspector in strict mode, ${era} era, finds nothing wrong`, async ({ world }) => {
    test.setTimeout(120_000)
    const { tools } = (await inspect(world, era, ['--strict', '--method', 'tools/list'])) as {
      tools: unknown[]
    }
    expect(tools).toHaveLength(7)
    const call = ['--method', 'tools/call', '--tool-name', 'list_pages', '--tool-args-json', '{}']
    expect(await inspect(world, era, call)).toMatchObject({
      structuredContent: { status: 'refused', code: 'not_paired' },
    })
  })
}
