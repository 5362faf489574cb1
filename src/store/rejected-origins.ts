import * as z from 'zod/mini'
import { defineStoredItem } from './stored-item.ts'

/** When a person last rejected an agent's request for an origin, epoch milliseconds by `<agentId> <origin>`. */
export const rejectedOrigins = defineStoredItem(
  'session',
  'rejectedOrigins',
  z.record(z.string(), z.number()),
  {},
)
