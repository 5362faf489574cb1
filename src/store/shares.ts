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
  isIncognito: z.boolean(),
  /** Names of tools that were there and went, the latest 200. */
  goneTools: z.array(z.string()),
})
export type Share = z.infer<typeof shareSchema>
export type SharedFrame = z.infer<typeof sharedFrame>

/** By page handle. A tab has one that is not suspended at most, beside those it may come back to. */
export const shares = defineStoredItem('session', 'shares', z.record(z.string(), shareSchema), {})
