import * as z from 'zod/mini'
import { lazily } from '../core/lazily.ts'
import { confirmationTtlMs, fileMaxBytes } from '../core/limits.ts'
import { siteModes } from '../core/policy.ts'

export const siteModeSchema = lazily(() => z.enum(siteModes))

const minuteMs = 60_000

/** What a person may change in options. */
export const settingsSchema = lazily(() =>
  z.object({
    confirmationTtlMs: z.literal([10 * minuteMs, 60 * minuteMs, 8 * 60 * minuteMs]),
    /** Names or labels that the person counts as secret, matched without regard to case. */
    redactionRules: z.array(z.string().check(z.minLength(1), z.maxLength(100))),
    retentionDays: z.number().check(z.minimum(1), z.maximum(3650)),
    retentionCount: z.number().check(z.minimum(100), z.maximum(1_000_000)),
    isPopupOpenedOnRequest: z.boolean(),
    isNotifying: z.boolean(),
    isHighlighting: z.boolean(),
    /** Whether agents may name files by address, and from which exact origins. */
    hasFileUrls: z.boolean(),
    fileOrigins: z.array(z.string()),
    maxFileBytes: z.number().check(z.minimum(1)),
  }),
)
export type Settings = z.infer<ReturnType<typeof settingsSchema>>

/** What is stored and sent: only what differs from the initial settings. */
export const settingsPatchSchema = lazily(() => z.partial(settingsSchema()))
export type SettingsPatch = z.infer<ReturnType<typeof settingsPatchSchema>>

export const initialSettings: Settings = {
  confirmationTtlMs,
  redactionRules: [],
  retentionDays: 30,
  retentionCount: 50_000,
  isPopupOpenedOnRequest: false,
  isNotifying: true,
  isHighlighting: true,
  hasFileUrls: false,
  fileOrigins: [],
  maxFileBytes: fileMaxBytes,
}
