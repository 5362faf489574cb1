import { randomBase64 } from '../../src/protocol/agent-link-bytes.ts'
import { createEphemeralKey, publicKeyOf } from '../../src/protocol/agent-link-handshake.ts'
import { forgeBrowser, relayBetween, squat, squatAsHub } from './hostile-peers.ts'
import { codePattern, expect, test, type LinkWorld, type McpClient } from './link-world.ts'
import type { BrowserModel } from './page-model.ts'

const helloOf = async (purpose: 'meet' | 'pair') => ({
  kind: 'hello',
  protocol: 1,
  purpose,
  key: await publicKeyOf(await createEphemeralKey()),
  nonce: randomBase64(32),
})

async function startPaired(
  world: LinkWorld,
): Promise<{ client: McpClient; browser: BrowserModel; port: number }> {
  const browser = world.openBrowser()
  const client = await world.startClient()
  await world.pair(client, browser)
  return { client, browser, port: world.ports[0] ?? 0 }
}

const expectWorking = async (client: McpClient): Promise<void> =>
  expect(await client.ask('call_tool', { page: 'p1', tool: 'read', input: {} })).toMatchObject({
    status: 'ok',
  })

test('who forges the origin but not the secret gets nothing', async ({ world }) => {
  const { client, browser, port } = await startPaired(world)
  const forged = await forgeBrowser(port)
  await expect.poll(() => forged.agents()).toHaveLength(1)
  const [agent = ''] = forged.agents()
  forged.send(agent, await helloOf('meet'))
  await expect.poll(() => forged.heard()).toEqual(['hello'])
  const { keyIds, key } = JSON.parse(forged.frames()[0]?.data ?? '') as { keyIds: string[]; key: string }
  forged.send(agent, { kind: 'proof', keyId: keyIds[0], proof: randomBase64(32) })
  forged.send(agent, { kind: 'sealed', data: randomBase64(64) })
  forged.send(agent, { kind: 'hello', protocol: 1, purpose: 'meet', key: randomBase64(65), nonce: key })
  forged.send(agent, 'not json at all')
  forged.send(agent, { kind: 'unknown' })
  forged.send(agent, await helloOf('meet'))
  await expect.poll(() => forged.heard()).toEqual(['hello', 'hello', 'hello'])
  await expectWorking(client)
  expect(browser.link.status().sessions).toHaveLength(1)
})

test('what one browser sent opens nothing for who sends it again', async ({ world }) => {
  const [port = 0, relayPort = 0] = world.ports
  const { client, browser } = await startPaired(world)
  const relay = await relayBetween(relayPort, port)
  const eavesdropped = world.openBrowser({ ports: [relayPort], memory: browser.memory })
  await eavesdropped.link.connect()
  await expect
    .poll(() => relay.seen.filter(({ text }) => text.includes(String.raw`\"proof\"`)).length)
    .toBe(1)
  const forged = await forgeBrowser(port)
  await expect.poll(() => forged.agents()).toHaveLength(1)
  const [agent = ''] = forged.agents()
  for (const { direction, text } of relay.seen) {
    const { type, data } = JSON.parse(text) as { type: string; data: string }
    if (direction === 'to_agent' && type === 'frame') forged.send(agent, data)
  }
  forged.send(agent, await helloOf('meet'))
  await expect.poll(() => forged.heard()).toEqual(['hello', 'hello'])
  await expectWorking(client)
  relay.close()
})

test('a relay on another port connects nobody, though it passes on every byte', async ({ world }) => {
  const [port = 0, relayPort = 0] = world.ports
  const { client, browser } = await startPaired(world)
  const relay = await relayBetween(relayPort, port)
  const fooled = world.openBrowser({ ports: [relayPort], memory: browser.memory })
  await fooled.link.connect()
  await expect
    .poll(() => relay.seen.filter(({ text }) => text.includes(String.raw`\"proof\"`)).length)
    .toBe(1)
  expect(fooled.link.status().sessions).toEqual([])
  await expectWorking(client)
  expect(fooled.link.status().sessions).toEqual([])
  relay.close()
})

test('pairing through a man in the middle fails on both sides', async ({ world }) => {
  const [port = 0, relayPort = 0] = world.ports
  const client = await world.startClient()
  const code = codePattern.exec(JSON.stringify(await client.ask('list_pages')))?.[0] ?? ''
  const theirs = await publicKeyOf(await createEphemeralKey())
  const relay = await relayBetween(relayPort, port, (text) =>
    text.replace(/\\"key\\":\\"[^"\\]+\\"/, String.raw`\"key\":\"${theirs}\"`),
  )
  const browser = world.openBrowser({ ports: [relayPort] })
  expect(await browser.link.pair(code)).toEqual({ failed: 'wrong_code' })
  expect(browser.memory.agents.size).toBe(0)
  expect(await client.ask('list_pages')).toMatchObject({ code: 'not_paired' })
  relay.close()
  const honest = world.openBrowser({ ports: [port] })
  expect(await honest.link.pair(code)).toMatchObject({ paired: {} })
})

test('guessing a code online ends the code after five misses', async ({ world }) => {
  const client = await world.startClient()
  const shown = async () => codePattern.exec(JSON.stringify(await client.ask('list_pages')))?.[0] ?? ''
  const first = await shown()
  const forged = await forgeBrowser(world.ports[0] ?? 0)
  await expect.poll(() => forged.agents()).toHaveLength(1)
  const [agent = ''] = forged.agents()
  for (let miss = 1; miss <= 5; miss += 1) {
    expect(await shown()).toBe(first)
    forged.send(agent, await helloOf('pair'))
    await expect.poll(() => forged.heard().length, { timeout: 20_000 }).toBe(miss)
    forged.send(agent, { kind: 'proof', proof: randomBase64(32) })
  }
  await expect.poll(shown).not.toBe(first)
  const browser = world.openBrowser()
  expect(await browser.link.pair(first)).toEqual({ failed: 'wrong_code' })
  await world.pair(client, browser)
})

test('ports that other programs hold are left alone; the next one serves', async ({ world }) => {
  const [first = 0, second = 0] = world.ports
  const program = await squat(first)
  const liar = await squatAsHub(second)
  const { client, browser } = await startPaired(world)
  expect(browser.link.status().sessions).toMatchObject([{ port: world.ports[2] }])
  expect(liar.joins).toBeGreaterThan(0)
  await expectWorking(client)
  expect(program.listening).toBe(true)
  program.close()
  liar.close()
})

test('when every port is held the agent is told which', async ({ world }) => {
  const programs = await Promise.all(world.ports.map((port) => squat(port)))
  const paired = await world.startClient()
  await expect.poll(() => paired.stderr()).toContain(`hold the ports ${world.ports.join(', ')}`)
  expect(programs.every(({ listening }) => listening)).toBe(true)
  for (const program of programs) program.close()
  const browser = world.openBrowser()
  await world.pair(paired, browser)
  await expectWorking(paired)
})

test('a thousand forged connections neither get in nor stop the paired agent', async ({ world }) => {
  const { client, port } = await startPaired(world)
  const flood: Awaited<ReturnType<typeof forgeBrowser>>[] = []
  for (let batch = 0; batch < 10; batch += 1) {
    const added = await Promise.all(Array.from({ length: 100 }, () => forgeBrowser(port)))
    flood.push(...added)
    const hello = await helloOf('meet')
    for (const forged of added) for (const agent of forged.agents()) forged.send(agent, hello)
    await expectWorking(client)
  }
  expect(flood).toHaveLength(1_000)
  expect(flood.flatMap((forged) => forged.heard()).filter((kind) => kind !== 'hello')).toEqual([])
  for (const forged of flood) forged.close()
})

test('a blocked agent is told so, and is served again when it is not', async ({ world }) => {
  const { client, browser } = await startPaired(world)
  const [agentId = ''] = browser.memory.agents.keys()
  browser.memory.blocked.add(agentId)
  browser.link.meetAgain(agentId)
  await expect
    .poll(() => client.ask('list_pages'), { timeout: 20_000 })
    .toMatchObject({ status: 'refused', code: 'not_allowed' })
  browser.memory.blocked.clear()
  browser.kill()
  const unblocked = world.openBrowser({ memory: browser.memory })
  await unblocked.untilSessions(1)
  await expectWorking(client)
})

test('a forgotten agent asks to be paired again, and can be', async ({ world }) => {
  const { client, browser } = await startPaired(world)
  const [agentId = ''] = browser.memory.agents.keys()
  browser.memory.agents.clear()
  browser.link.meetAgain(agentId)
  await expect.poll(() => client.ask('list_pages')).toMatchObject({ status: 'refused', code: 'not_paired' })
  expect(browser.link.status().waiting).toMatchObject([{ agentId }])
  await world.pair(client, browser)
  await expectWorking(client)
})
