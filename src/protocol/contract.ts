import type * as z from 'zod/mini'
import { documentMessages } from './document-messages.ts'
import type { Message } from './message.ts'
import { personMessages } from './person-messages.ts'

/** Every message between the extension's contexts; a line in one of the two tables is the only way to add one. */
export const contract = { ...documentMessages, ...personMessages } satisfies Record<string, Message>

type Contract = typeof contract
export type MessageName = keyof Contract
export type MessageTo<C extends Message['to']> = {
  [N in MessageName]: Contract[N]['to'] extends C ? N : never
}[MessageName]
export type Input<N extends MessageName> = z.infer<ReturnType<Contract[N]['input']>>
export type Output<N extends MessageName> = z.infer<ReturnType<Contract[N]['output']>>
