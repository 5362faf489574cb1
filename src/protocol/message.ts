import type * as z from 'zod/mini'

export type Context = 'background' | 'content' | 'popup' | 'side-panel' | 'options' | 'welcome'

/** One line of the contract: who may send it, to whom, with what, and what is answered. */
export type Message = {
  from: readonly Context[]
  to: 'background' | 'content'
  input: z.ZodMiniType
  output: z.ZodMiniType
}

export const line = <const M extends Message>(message: M): M => message
