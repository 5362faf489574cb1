import type { CallToolResult } from '@modelcontextprotocol/server'
import { refusal } from './answers.ts'
import type { Unreachable } from './browsers.ts'
import type { PairingCode } from './pairing-code.ts'

/** What to tell an agent that cannot reach a browser: who must do what. */
export function explainUnreachable(why: Unreachable, code: PairingCode, heldPorts: string): CallToolResult {
  if (why === 'blocked') {
    return refusal(
      'not_allowed',
      'The person has blocked or disconnected this agent in Countersign. Tell them; do not retry.',
    )
  }
  if (why === 'not_paired') {
    return refusal(
      'not_paired',
      `This agent is not paired with the browser yet. Ask the person to click the Countersign icon in their browser, type the pairing code ${code.current()} under "Agents" and press Pair; then call this again. The code is good for 5 minutes and one use.`,
    )
  }
  if (heldPorts !== '') {
    return refusal(
      'not_connected',
      `Other programs hold the ports that Countersign needs (${heldPorts}). Ask the person to end one of them; "countersign doctor" says more.`,
    )
  }
  return refusal(
    'not_connected',
    `No browser is connected. Ask the person to open the browser that has Countersign; then call this again. Where they forgot this agent, or use a browser that never knew it, they type the pairing code ${code.current()} under "Agents" in Countersign's popup. "countersign doctor" in a terminal checks each link.`,
  )
}
