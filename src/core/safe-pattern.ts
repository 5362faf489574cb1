import { patternMaxLength } from './limits.ts'

/** Whether a page's pattern can be run on a string of the allowed length without backtracking for seconds. */
export function isSafePattern(pattern: string): boolean {
  if (pattern.length > patternMaxLength || !compiles(pattern)) return false
  return !/\\[1-9k]|\(\?<?[=!]/.test(pattern) && !/\)[*+{]/.test(pattern)
}

const compiles = (pattern: string): boolean => {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp
  } catch {
    return false
  }
}
