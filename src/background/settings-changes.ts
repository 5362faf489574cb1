import type { SettingsPatch } from '../protocol/settings-schema.ts'
import { sendToDocument } from '../protocol/send.ts'
import { settingsChanges } from '../store/settings.ts'
import { shares } from '../store/shares.ts'

/** Own redaction rules count at once, in every document that is shared now. */
export async function changeSettings(patch: SettingsPatch): Promise<void> {
  await settingsChanges.update((current) => ({ ...current, ...patch }))
  const rules = patch.redactionRules
  if (!rules) return
  for (const { tabId, frames } of Object.values(await shares.read())) {
    for (const { documentId } of frames)
      await sendToDocument({ tabId, documentId }, 'redaction.changed', { rules })
  }
}
