import { type ControlValue, isEmptyValue } from '../dom/control.ts'
import { fileFacts } from '../dom/file-input.ts'
import type { FieldChange } from '../../core/result.ts'
import type { Field } from './form-group.ts'

/** What stands for a secret outside the content script. */
const placeholder = '[redacted]'

/** One field's change as it is shown: secrets hidden, files by their facts, empty sides left out. */
export function fieldChange(field: Field, before: unknown, after: unknown): FieldChange {
  return {
    path: field.path,
    ...(isEmpty(before) ? {} : { before: shown(field, before) }),
    ...(isEmpty(after) ? {} : { after: shown(field, after) }),
  }
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  isEmptyValue(value as ControlValue) /* widened only for file references, never empty */

function shown(field: Field, value: unknown): unknown {
  if (field.isSensitive) return placeholder
  if (value instanceof File) return fileFacts(value)
  return Array.isArray(value) ? value.map((item) => shown(field, item)) : value
}
