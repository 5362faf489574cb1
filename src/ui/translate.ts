import type messages from '../../public/_locales/en/messages.json'

export type MessageKey = keyof typeof messages
export type Translate = (key: MessageKey, ...substitutions: (string | number)[]) => string

/** `getMessage` is the browser's; it gives `''` for a key that no locale has. */
export const createTranslate =
  (getMessage: (key: string, substitutions: string[]) => string): Translate =>
  (key, ...substitutions) =>
    getMessage(key, substitutions.map(String))
