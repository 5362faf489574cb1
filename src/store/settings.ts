import * as z from 'zod/mini'
import {
  initialSettings,
  settingsPatchSchema,
  siteModeSchema,
  type Settings,
} from '../protocol/settings-schema.ts'
import { defaultSiteMode, type SiteMode } from '../core/policy.ts'
import { defineStoredItem } from './stored-item.ts'

/** Only what the person changed; `withInitial` gives the whole. */
export const settingsChanges = defineStoredItem('local', 'settings', settingsPatchSchema(), {})

export const withInitial = (changes: z.infer<ReturnType<typeof settingsPatchSchema>>): Settings =>
  // Stored values are JSON, which holds no `undefined` that could hide an initial one.
  ({ ...initialSettings, ...changes }) as Settings

export const readSettings = async (): Promise<Settings> => withInitial(await settingsChanges.read())

/** A site is an exact origin. */
const siteSchema = z.object({
  mode: z.optional(siteModeSchema()),
  isAlwaysShared: z.optional(z.boolean()),
  isBlocked: z.optional(z.boolean()),
})
export const sites = defineStoredItem('local', 'sites', z.record(z.string(), siteSchema), {})

/** Modes that the person chose in incognito tabs, which end with the browser and count in such tabs alone. */
export const incognitoModes = defineStoredItem(
  'session',
  'incognitoModes',
  z.record(z.string(), siteModeSchema()),
  {},
)

export async function readSiteMode(origin: string, isIncognito: boolean): Promise<SiteMode> {
  const own = isIncognito ? (await incognitoModes.read())[origin] : undefined
  return own ?? (await sites.read())[origin]?.mode ?? defaultSiteMode
}

/** All agents are paused, until the person resumes them. */
export const isPaused = defineStoredItem('local', 'isPaused', z.boolean(), false)
