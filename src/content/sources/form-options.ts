import { type Choice, isSelect } from '../dom/control.ts'
import { choicesOf, fold } from '../dom/choices.ts'
import { listChoices } from '../dom/combobox-choices.ts'
import { indexLabels } from '../dom/label.ts'
import { ok, type ToolResult } from '../../core/result.ts'
import type { ToolDefinition } from '../../core/tool.ts'
import { type Field, findField } from './form-group.ts'
import type { LiveForm } from './form-live.ts'
import { formGone } from './form-submit.ts'

type OptionsInput = { field: string; query?: string }

const maxOptions = 50

/** Finds the choices of fields that load them later or have too many to list. */
export function defineOptions(live: LiveForm): ToolDefinition {
  const { group } = live
  const late = group.fields.filter(({ hasLateChoices }) => hasLateChoices)
  return {
    name: 'options',
    title: `Choices of “${group.title}”`,
    description: `Lists up to ${maxOptions} choices of a field of “${group.title}”, those that match the query where one is given.`,
    kind: 'options',
    hints: { readOnly: true, untrustedContent: true },
    target: live.target,
    input: {
      type: 'object',
      properties: {
        field: {
          type: 'string',
          enum: late.map(({ key }) => key),
          oneOf: late.map(({ key, label }) => ({ const: key, title: label })),
        },
        query: { type: 'string', maxLength: 200 },
      },
      required: ['field'],
      additionalProperties: false,
    },
    run: (input) => live.whileActing(() => runOptions(live, input as OptionsInput)),
  }
}

async function runOptions(live: LiveForm, { field: key, query = '' }: OptionsInput): Promise<ToolResult> {
  live.refresh()
  const field = findField(live.group, key)
  if (!field?.control.element.isConnected) return formGone()
  const choices = matching(await choicesNow(field, query), query)
  return ok(choices.slice(0, maxOptions).map(({ value, title }) => ({ value, title })))
}

async function choicesNow(field: Field, query: string): Promise<Choice[]> {
  const { control } = field
  if (isSelect(control.element) || control.kind !== 'aria-combobox')
    return choicesOf(control, indexLabels([])) ?? []
  return listChoices(control.element, query)
}

/** A list that searched by itself may match in ways of its own; what it found is then kept as it is. */
function matching(choices: readonly Choice[], query: string): Choice[] {
  const wanted = fold(query)
  const found = choices.filter(({ value, title }) => fold(`${title} ${value}`).includes(wanted))
  return found.length > 0 ? found : query === '' ? [...choices] : []
}
