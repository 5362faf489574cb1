import * as z from 'zod/mini'
import { defineStoredItem } from './stored-item.ts'

/** Every open call of the history is one of this session of the browser; those of earlier ones were settled. */
export const isHistorySettled = defineStoredItem('session', 'isHistorySettled', z.boolean(), false)
