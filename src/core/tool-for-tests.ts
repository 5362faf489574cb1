import { ok, type ToolResult } from './result.ts'
import type { ToolDefinition } from './tool.ts'

/** A tool that does as it is told. */
export const toolNamed = (
  name: string,
  run: ToolDefinition['run'] = () => ok(null),
  more: Partial<ToolDefinition> = {},
): ToolDefinition => ({
  name,
  description: `Does ${name}.`,
  run,
  ...more,
})

/** Runs until it is told to stop, then ends as it is told. */
export const endless = (
  onAbort: (reject: (cause: unknown) => void, resolve: (result: ToolResult) => void) => void = () => {},
) =>
  toolNamed(
    'endless',
    (_input, { signal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => onAbort(reject, resolve), { once: true })
      }),
  )
