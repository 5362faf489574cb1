import type * as z from 'zod/mini'

const maxDepth = 64

/**
 * Parses one message of the link: bounded in length (UTF-16 units) and depth before anything is built, then by its
 * schema. Undefined for whatever does not fit.
 */
export function parseMessage<T extends z.ZodMiniType>(
  text: string,
  schema: T,
  maxLength: number,
): z.infer<T> | undefined {
  if (text.length > maxLength || !isWithinDepth(text)) return undefined
  const parsed = schema.safeParse(parseJson(text))
  return parsed.success ? parsed.data : undefined
}

/** Whether JSON text nests at most 64 levels; an envelope of a few levels around an input counts. */
export function isWithinDepth(text: string, limit = maxDepth + 4): boolean {
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at)
    if (isInString) {
      if (char === backslash) at += 1
      else if (char === quote) isInString = false
    } else if (char === quote) isInString = true
    else if (char === openBrace || char === openBracket) depth += 1
    else if (char === closeBrace || char === closeBracket) depth -= 1
    if (depth > limit) return false
  }
  return true
}

const quote = 34
const backslash = 92
const openBracket = 91
const closeBracket = 93
const openBrace = 123
const closeBrace = 125

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
