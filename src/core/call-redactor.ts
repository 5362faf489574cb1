import type { CallHost } from './call-host.ts'
import type { OpenCall } from './open-call.ts'
import { createRedactor, type Redactor } from './redaction.ts'
import type { RegisteredTool } from './registered-tool.ts'

/** For what leaves about one call: it hides what was sent and what the person made of it. */
export const redactorFor = (call: OpenCall, tool: RegisteredTool, host: CallHost): Redactor =>
  createRedactor({
    kind: tool.kind,
    fields: tool.fields(),
    outputFields: tool.outputFields(),
    sensitivePaths: tool.sensitivePaths(),
    rules: host.rules,
    inputs: [call.request.input, call.input],
  })

/** For a call without a tool: names and addresses alone say what is secret. */
export const redactorWithoutTool = (call: OpenCall, host: CallHost): Redactor =>
  createRedactor({
    kind: 'page',
    fields: [],
    sensitivePaths: [],
    rules: host.rules,
    inputs: [call.request.input],
  })
