import { findFileIssues } from './call-files.ts'
import { joinPath } from './dot-path.ts'
import { findBoundsIssues } from './input-bounds.ts'
import { redacted } from './redaction.ts'
import type { RegisteredTool } from './registered-tool.ts'
import type { Issue } from './result.ts'
import type { Validation } from './schema-validation.ts'
import { createSensitivePlaces, type SensitivePlaces } from './sensitive-places.ts'

/** Everything an input must be before anything of the tool sees it. `value` is what the tool gets. */
export async function checkInput(
  tool: RegisteredTool,
  input: unknown,
  rules: readonly string[] = [],
): Promise<Validation> {
  const bounds = findBoundsIssues(input)
  if (bounds.length > 0) return { issues: bounds }
  const places = createSensitivePlaces({
    kind: tool.kind,
    fields: tool.fields(),
    sensitivePaths: tool.sensitivePaths(),
    rules,
  })
  const early = [...findPlaceholders(input, '', places), ...findFileIssues(tool, input)]
  return early.length > 0 ? { issues: early } : tool.check().validate(input)
}

/** The placeholder at a sensitive place would be written as if it were the secret. */
function findPlaceholders(value: unknown, path: string, places: SensitivePlaces): Issue[] {
  if (value === redacted && places.reasonAt(path)) {
    return [
      {
        path,
        message: `\`${redacted}\` stands for a hidden value and is none itself. Leave the field out, or send the value`,
      },
    ]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) => findPlaceholders(child, joinPath(path, key), places))
}
