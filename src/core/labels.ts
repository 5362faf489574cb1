import { coversPath, joinPath } from './dot-path.ts'
import { toDisplayText } from './display-text.ts'
import { labelMaxLength } from './limits.ts'
import type { Redactor } from './redaction.ts'
import type { FieldChange } from './result.ts'
import type { SchemaField } from './schema-fields.ts'

export type Labels = {
  /** The labels of every place that an input or its changes name, by dot path. */
  labelsOf(input: unknown, changes: readonly FieldChange[]): Record<string, string>
}

/** Labels are the titles that the schema gives its fields. */
export function createLabels(fields: readonly SchemaField[], redactor: Pick<Redactor, 'text'>): Labels {
  const titled = fields.flatMap(({ path, schema }) =>
    typeof schema['title'] === 'string' && path !== '' ? [{ path, title: schema['title'] }] : [],
  )
  const exact = new Map(titled.map(({ path, title }) => [path, title]))
  const patterns = titled.filter(({ path }) => path.includes('*'))

  const find = (path: string): string | undefined =>
    exact.get(path) ??
    // A change of a form names its field; the input names the same field below `values`.
    exact.get(`values.${path}`) ??
    patterns.find((pattern) => isSameLength(pattern.path, path) && coversPath(pattern.path, path))?.title

  return {
    labelsOf(input, changes) {
      const labels: Record<string, string> = {}
      for (const path of [...pathsIn(input, ''), ...changes.map((change) => change.path)]) {
        const title = find(path)
        if (title !== undefined) labels[path] = toDisplayText(redactor.text(title), labelMaxLength)
      }
      return labels
    },
  }
}

function pathsIn(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) => {
    const inner = joinPath(path, key)
    return [inner, ...pathsIn(child, inner)]
  })
}

const isSameLength = (a: string, b: string): boolean => a.split('.').length === b.split('.').length
