import * as z from 'zod/mini'
import { lazily } from '../core/lazily.ts'
import { siteModeSchema } from './settings-schema.ts'

/** What popup and side panel need to say about one tab. */
export const tabStateSchema = lazily(() =>
  z.object({
    tabId: z.number(),
    /** The top frame's exact origin; '' where the page has none. */
    origin: z.string(),
    title: z.string(),
    /** Why it cannot be shared, or null. `no_access`: the browser's own site access is narrowed. */
    obstacle: z.nullable(
      z.enum(['browser_page', 'web_store', 'pdf', 'file', 'no_access', 'blocked', 'gone']),
    ),
    /** Nothing of it is written to disk: it can neither be shared for good, nor an approval be remembered so. */
    isIncognito: z.boolean(),
    isShared: z.boolean(),
    isSuspended: z.boolean(),
    isAlways: z.boolean(),
    mode: siteModeSchema(),
    /** The page's own tools can only be found after a reload. */
    needsReload: z.boolean(),
    /** Frames of other origins, each a site of its own. */
    frames: z.array(z.object({ origin: z.string(), isShared: z.boolean(), isVisible: z.boolean() })),
  }),
)
export type TabState = z.infer<ReturnType<typeof tabStateSchema>>
