import { heldRequestOf, registryWith } from './registry-for-tests.ts'
import { ok } from './result.ts'
import type { ToolDefinition } from './tool.ts'

/** A consequential tool whose preview and summary show what it is given, a password among it. */
export const booking = (more: Partial<ToolDefinition> = {}): ToolDefinition => ({
  name: 'book',
  title: 'Book a table',
  description: 'Books a table.',
  hints: { consequential: true },
  input: {
    type: 'object',
    properties: {
      guests: { type: 'integer', title: 'Guests' },
      name: { type: 'string' },
      password: { type: 'string' },
    },
    additionalProperties: false,
  },
  summary: (input) => `Book for ${(input as { guests?: number }).guests}`,
  preview: (input) => [
    { path: 'guests', before: 1, after: (input as { guests?: number }).guests },
    { path: 'password', before: '', after: 'hunter2' },
  ],
  run: (input, { caller }) => ok({ caller, guests: (input as { guests?: number }).guests }),
  ...more,
})

/** The tool alone in a registry, with one call of it that is held. */
export const hold = async (tool: ToolDefinition, input: unknown = { guests: 2, password: 'hunter2' }) => {
  const under = registryWith([tool])
  const request = heldRequestOf(tool.name, input)
  const first = await under.registry.call(request)
  return { ...under, request, callId: request.callId, first }
}
