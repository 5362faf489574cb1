import type { JsonSchema } from '../../src/core/tool.ts'
import type { FormField } from './form-page.ts'

type Title = { const: unknown; title?: string }

/**
 * What an agent sends for what is wanted, by the field's schema alone: the value of the choice that has the wanted
 * title, a list where one is asked for, the text else.
 */
export function valueFor(schema: JsonSchema, wanted: FormField['wanted']): unknown {
  const items = schema.items as JsonSchema | undefined
  if (items) return (Array.isArray(wanted) ? wanted : [wanted]).map((one) => choiceFor(items, one))
  return Array.isArray(wanted) ? wanted.join(', ') : choiceFor(schema, wanted)
}

function choiceFor(schema: JsonSchema, wanted: unknown): unknown {
  const allowed = Array.isArray(schema.enum) ? schema.enum : []
  if (allowed.includes(wanted)) return wanted
  const titled = (schema.oneOf as Title[] | undefined)?.find(({ title }) => title === wanted)
  return titled ? titled.const : toType(schema, wanted)
}

/** A number for a number, whatever the wish was written as. */
function toType(schema: JsonSchema, wanted: unknown): unknown {
  const types = [schema.type].flat()
  const isNumber = types.includes('number') || types.includes('integer')
  return isNumber && !types.includes('string')
    ? Number(wanted)
    : typeof wanted === 'number'
      ? String(wanted)
      : wanted
}
