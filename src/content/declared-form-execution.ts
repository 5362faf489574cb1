import { executeListedTool, listOwnTools, type ModelContextLike } from '../protocol/model-context-adapter.ts'
import type { InvokedSubmit } from './page-script-channel.ts'

type Execution = { values: Readonly<Record<string, unknown>>; signal: AbortSignal }

/**
 * Submits a declared form through the browser, which lets the page respond. Only a form with `toolautosubmit`: the
 * browser would fill any other and then wait for the person.
 */
export async function executeDeclaredForm(
  context: ModelContextLike,
  form: HTMLFormElement,
  { values, signal }: Execution,
): Promise<InvokedSubmit> {
  const name = form.getAttribute('toolname')
  const window = form.ownerDocument.defaultView
  if (!form.hasAttribute('toolautosubmit') || name === null || !window) return { handled: false }
  const tool = (await listOwnTools(context, window)).find((listed) => listed.name === name)
  if (!tool) return { handled: false }
  const answer = await executeListedTool(context, tool, values, signal)
  return answer === null ? { handled: true } : { handled: true, result: answer }
}
