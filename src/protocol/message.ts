import type * as z from 'zod/mini'
import { lazily } from '../core/lazily.ts'

export type Context = 'background' | 'content' | 'popup' | 'side-panel' | 'options' | 'welcome'

/**
 * One line of the contract: who may send it, to whom, with what, and what is answered. Schemas are made when they are
 * first needed: a content script starts in every shared frame, and making all of them takes longer than all else.
 */
export type Message = {
  from: readonly Context[]
  to: 'background' | 'content'
  input: () => z.ZodMiniType
  output: () => z.ZodMiniType
}

export const line = <const M extends Message>(message: M): M => ({
  ...message,
  input: lazily(message.input),
  output: lazily(message.output),
})
