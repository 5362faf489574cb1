import * as z from 'zod/mini'
import { defineStoredItem } from './stored-item.ts'

/** Tabs that the worker keeps from being discarded, and lets go again. */
export const keptTabs = defineStoredItem('session', 'keptTabs', z.array(z.number()), [])
