import * as z from 'zod/mini'
import { defineStoredItem } from './stored-item.ts'

const sharedFrame = z.object({
  frameId: z.number(),
  documentId: z.string(),
  origin: z.string(),
  /** Its tools are addressed `f<number>.<tool>`; the top frame's tools have no prefix. */
  number: z.number(),
})

const shareSchema = z.object({
  /** The handle by which agents address the page. */
  page: z.string(),
  tabId: z.number(),
  /** Exact origins that the person shares in this tab; the first is the top frame's. */
  origins: z.array(z.string()),
  /** Frames with a living content script. */
  frames: z.array(sharedFrame),
  nextFrameNumber: z.number(),
  /** Counts visible changes of the page's tools; never goes down. */
  rev: z.number(),
  title: z.string(),
  /** Since when the tab is away from the shared site, epoch milliseconds; absent while it is there. */
  suspendedAt: z.optional(z.number()),
  needsReload: z.boolean(),
  isIncognito: z.boolean(),
  /** The tab may be discarded again once nothing is open in it. */
  isAlways: z.boolean(),
})
export type Share = z.infer<typeof shareSchema>
export type SharedFrame = z.infer<typeof sharedFrame>

/** Shared tabs, by tab id as a string. */
export const shares = defineStoredItem('session', 'shares', z.record(z.string(), shareSchema), {})
