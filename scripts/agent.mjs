// @ts-check
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport, getDefaultEnvironment } from '@modelcontextprotocol/client/stdio'

/** Countersign answers within 45 s; the rest is for starting and for slow machines. */
const timeoutMs = 60_000

/**
 * @typedef {object} AgentOptions
 * @property {string} name the client name that the person sees
 * @property {string} companionPath
 * @property {string} home `COUNTERSIGN_HOME`, where the agent's key is kept
 * @property {number[]} [linkPorts] the fixed ports where absent
 * @property {string} [folder] the companion's working folder
 */

/** @param {AgentOptions} options */
const createTransport = ({ companionPath, home, linkPorts, folder }) =>
  new StdioClientTransport({
    command: process.execPath,
    args: [companionPath],
    env: {
      ...getDefaultEnvironment(),
      COUNTERSIGN_HOME: home,
      ...(linkPorts ? { COUNTERSIGN_PORTS: linkPorts.join(',') } : {}),
    },
    stderr: 'pipe',
    ...(folder ? { cwd: folder } : {}),
  })

/** The questions an agent may ask, each answered with the structured content. @param {Client} client */
function createQuestions(client) {
  /** @param {string} tool @param {Record<string, unknown>} [input] @param {AbortSignal} [signal] */
  const ask = async (tool, input = {}, signal) => {
    const answer = await client.callTool(
      { name: tool, arguments: input },
      { timeout: timeoutMs, ...(signal ? { signal } : {}) },
    )
    return answer
  }

  /** @param {string} tool @param {Record<string, unknown>} [input] @returns {Promise<any>} */
  const answerOf = async (tool, input) => (await ask(tool, input)).structuredContent

  /** @param {string} page @param {string} tool @param {unknown} input @param {number} [rev] */
  const callTool = (page, tool, input, rev) =>
    answerOf('call_tool', { page, tool, input, ...(rev === undefined ? {} : { rev }) })

  /** @param {string[]} ids */
  const awaitConfirmation = (ids) => answerOf('await_confirmation', { ids })

  return {
    /** The whole MCP answer, with its text. */
    ask,
    listPages: () => answerOf('list_pages'),
    /** @param {string} page */
    listTools: (page) => answerOf('list_tools', { page }),
    /** @param {string} page @param {string} tool */
    describeTool: (page, tool) => answerOf('describe_tool', { page, tool }),
    /** What the agent hears at once, or after 45 s at most. */
    callTool,
    awaitConfirmation,
    /**
     * Calls a tool and waits, as often as it takes, until it is settled.
     * @param {string} page @param {string} tool @param {unknown} input
     */
    async call(page, tool, input) {
      let answer = await callTool(page, tool, input)
      while (answer.status === 'needs_confirmation') {
        const waited = await awaitConfirmation([answer.confirmId])
        const [outcome] = waited.outcomes ?? []
        if (outcome) answer = { callId: outcome.callId, edited: outcome.edited, ...outcome.result }
        else if (waited.status !== 'needs_confirmation') return waited
      }
      return answer
    },
    /** @param {string} callId */
    undoCall: (callId) => answerOf('undo_call', { call_id: callId }),
  }
}

/**
 * An MCP client of the official SDK, with the companion that it starts over stdio. Each method is one tool call and
 * resolves with its structured content.
 * @param {AgentOptions} options
 */
export async function startAgent(options) {
  const transport = createTransport(options)
  let written = ''
  transport.stderr?.on('data', (chunk) => {
    written += chunk
  })
  const client = new Client({ name: options.name, version: '1.0.0' })
  await client.connect(transport)
  return {
    ...createQuestions(client),
    name: options.name,
    client,
    /** The process id of the companion. */
    pid: () => transport.pid,
    /** What the companion wrote to stderr so far. */
    stderr: () => written,
    close: () => client.close(),
  }
}
/** @typedef {Awaited<ReturnType<typeof startAgent>>} Agent */

/**
 * The pairing code in an answer of a companion that is not paired.
 * @param {unknown} answer
 * @returns {string | undefined} `XXXX-XXXX`
 */
export const findPairingCode = (answer) => /\b[A-Z0-9]{4}-[A-Z0-9]{4}\b/.exec(JSON.stringify(answer))?.[0]
