import { useId, useMemo } from 'preact/hooks'
import type { Issue } from '../core/result.ts'
import type { JsonSchema } from '../core/tool.ts'
import { FormContext } from './form-context.ts'
import { Fields, SchemaField } from './schema-field.tsx'
import { shapeOf } from './schema-shape.ts'
import type { FindHidden } from './field-value.tsx'
import { useUi } from './ui-context.tsx'

type Props = {
  schema: JsonSchema
  value: unknown
  onChange: (value: unknown) => void
  /** What is wrong now, by path; see `useIssues`. */
  issues: readonly Issue[]
  /** Field labels by dot path, where the page has better ones than the schema. */
  labels?: Readonly<Record<string, string>>
  findHidden?: FindHidden
  /** Paths in the order in which a person expects them. */
  order?: readonly string[]
  onPickFiles?: (path: string, files: File[]) => void
}

const noLabels = {}
const noOrder: string[] = []
const nothingHidden: FindHidden = () => undefined

/** A form made from a tool's input schema. It holds nothing: the value goes in, and changes come out. */
export function SchemaForm({
  schema,
  value,
  onChange,
  issues,
  labels = noLabels,
  findHidden = nothingHidden,
  order = noOrder,
  onPickFiles,
}: Props) {
  const { t } = useUi()
  const idPrefix = useId()
  const facts = useMemo(
    () => ({ idPrefix, root: schema, labels, issues, findHidden, order, onPickFiles }),
    [idPrefix, schema, labels, issues, findHidden, order, onPickFiles],
  )
  const { shape } = shapeOf(schema, schema, value)
  const isPlain = shape.kind === 'fields'
  return (
    <FormContext.Provider value={facts}>
      <div class="schema-form">
        {isPlain && <Fields path="" value={value} onChange={onChange} fields={shape.fields} />}
        {isPlain && shape.fields.length === 0 && <p class="quiet">{t('no_fields')}</p>}
        {!isPlain && (
          <SchemaField
            name={t('arguments')}
            path=""
            schema={schema}
            value={value}
            isRequired
            onChange={onChange}
          />
        )}
      </div>
    </FormContext.Provider>
  )
}
