import { coversPath, joinPath } from '../core/dot-path.ts'
import type { Issue } from '../core/result.ts'
import type { FileField as FileFacts, JsonSchema } from '../core/tool.ts'
import { placeholder } from './field-value.tsx'
import { FileInput } from './file-picker.tsx'
import { useForm } from './form-context.ts'
import { HiddenValue } from './hidden-value.tsx'
import { PageText } from './page-text.tsx'
import {
  BooleanInput,
  ChoiceInput,
  ChoicesInput,
  FileRefInput,
  JsonInput,
  NumberInput,
  TextualInput,
  type InputProps,
} from './schema-inputs.tsx'
import { initialValue, shapeOf, type Shape, type ShapedSchema } from './schema-shape.ts'
import { useUi } from './ui-context.tsx'

type FieldProps = {
  /** Key in the parent, the label of last resort. */
  name: string
  path: string
  schema: JsonSchema
  value: unknown
  isRequired: boolean
  onChange: (value: unknown) => void
}

/** One place of the input with its label, what the page says of it, and what is wrong with it. */
export function SchemaField(props: FieldProps) {
  const { name, path, value } = props
  const form = useForm()
  const shaped = shapeOf(props.schema, form.root, value)
  const label = form.labels[path] ?? textIn(shaped.schema, 'title') ?? name
  const why = value === placeholder ? form.findHidden(path) : undefined
  if (!why && (shaped.shape.kind === 'fields' || shaped.shape.kind === 'list'))
    return <Compound {...props} label={label} shaped={shaped} />
  return <Single {...props} label={label} shaped={shaped} isKept={why !== undefined} />
}

type DrawnProps = FieldProps & { label: string; shaped: ShapedSchema }

function Single(props: DrawnProps & { isKept: boolean }) {
  const { path, label, shaped, value, isRequired, isKept, onChange } = props
  const form = useForm()
  const id = `${form.idPrefix}-${path}`
  const issues = form.issues.filter((issue) => issue.path === path)
  const hint = textIn(shaped.schema, 'description')
  const described = [...(hint ? [`${id}-hint`] : []), ...(issues.length > 0 ? [`${id}-issues`] : [])].join(
    ' ',
  )
  const control: InputProps['control'] = {
    id,
    'aria-invalid': issues.length > 0,
    ...(described === '' ? {} : { 'aria-describedby': described }),
  }
  return (
    <div class={`field${shaped.shape.kind === 'boolean' ? ' is-check' : ''}`}>
      <div class="field-head">
        <label for={id}>
          <PageText text={label} />
          {isRequired && <span aria-hidden="true"> *</span>}
        </label>
        <FieldTools {...props} />
      </div>
      {isKept && <Kept path={path} onReplace={() => onChange('')} />}
      {!isKept && value === null && <Emptied />}
      {!isKept && value !== null && (
        <Input
          shape={shaped.shape}
          path={path}
          control={control}
          value={value}
          onChange={onChange}
          isRequired={isRequired}
        />
      )}
      {hint && (
        <p id={`${id}-hint`} class="quiet hint">
          <PageText text={hint} />
        </p>
      )}
      <Issues id={`${id}-issues`} issues={issues} />
    </div>
  )
}

/** Leaving a value out and emptying it are different things to a form. */
function FieldTools({
  label,
  shaped,
  value,
  isRequired,
  onChange,
  schema,
  isKept = false,
}: DrawnProps & { isKept?: boolean }) {
  const { t } = useUi()
  const { root } = useForm()
  const tool = (text: string, next: unknown) => (
    <button type="button" class="link" aria-label={`${text}: ${label}`} onClick={() => onChange(next)}>
      {text}
    </button>
  )
  return (
    <span class={`field-tools${value === null ? ' is-shown' : ''}`}>
      {value === null && tool(t('field_set'), initialValue(schema, root))}
      {value !== null && !isKept && shaped.isNullable && tool(t('field_empty'), null)}
      {value !== undefined && !isRequired && tool(t('field_leave_out'), undefined)}
    </span>
  )
}

function Input({ shape, path, ...props }: InputProps & { shape: Shape; path: string }) {
  switch (shape.kind) {
    case 'choice':
      return <ChoiceInput {...props} choices={shape.choices} />
    case 'choices':
      return <ChoicesInput {...props} choices={shape.choices} />
    case 'boolean':
      return <BooleanInput {...props} />
    case 'number':
      return <NumberInput {...props} shape={shape} />
    case 'text':
      return <TextualInput {...props} shape={shape} />
    case 'file':
      return <FileField {...props} path={path} field={shape.field} />
    default:
      return <JsonInput {...props} />
  }
}

/** What the person picked stands in the input by its name. */
function FileField({ path, field, ...props }: InputProps & { path: string; field: FileFacts }) {
  const { onPickFiles } = useForm()
  if (!onPickFiles) return <FileRefInput {...props} />
  const pick = (files: File[]): void => {
    onPickFiles(path, files)
    props.onChange(files.length === 0 ? undefined : { ref: files.map(({ name }) => name).join(', ') })
  }
  return <FileInput control={props.control} field={field} onPick={pick} />
}

function Kept({ path, onReplace }: { path: string; onReplace: () => void }) {
  const { t } = useUi()
  const why = useForm().findHidden(path)
  return (
    <p>
      {why && <HiddenValue path={path} why={why} reveal={undefined} />} {t('value_kept')}{' '}
      <button type="button" class="link" onClick={onReplace}>
        {t('value_replace')}
      </button>
    </p>
  )
}

function Emptied() {
  const { t } = useUi()
  return <p class="empty">{t('value_emptied')}</p>
}

function Issues({ id, issues }: { id: string; issues: readonly Issue[] }) {
  if (issues.length === 0) return null
  return (
    <ul id={id} class="problem">
      {issues.map(({ message }) => (
        <li key={message}>
          <PageText text={message} />
        </li>
      ))}
    </ul>
  )
}

/** Where the tools of forms take the fields' values; a frame around them would say nothing. */
const bodyPath = 'values'

function Compound(props: DrawnProps) {
  const { path, label, shaped, value } = props
  const form = useForm()
  const issues = form.issues.filter((issue) => issue.path === path)
  const isBody = path === bodyPath
  return (
    <fieldset class={`group${isBody ? ' is-body' : ''}`}>
      <legend class={isBody ? 'visually-hidden' : ''}>
        <PageText text={label} />
      </legend>
      {!isBody && <FieldTools {...props} />}
      {value === null && <Emptied />}
      {value !== null && shaped.shape.kind === 'list' && <List {...props} item={shaped.shape.item} />}
      {value !== null && shaped.shape.kind === 'fields' && <Fields {...props} fields={shaped.shape.fields} />}
      <Issues id={`${form.idPrefix}-${path}-issues`} issues={issues} />
    </fieldset>
  )
}

type FieldsProps = Pick<FieldProps, 'path' | 'value' | 'onChange'> & {
  fields: Extract<Shape, { kind: 'fields' }>['fields']
}

/** The parts of an object; a part that becomes undefined goes. */
export function Fields({ path, value, onChange, fields }: FieldsProps) {
  const { order } = useForm()
  const current = isRecord(value) ? value : {}
  const rank = ({ key }: FieldsProps['fields'][number]): number => rankOf(joinPath(path, key), order)
  return (
    <>
      {fields
        .toSorted((a, b) => rank(a) - rank(b))
        .map(({ key, schema, isRequired }) => (
          <SchemaField
            key={key}
            name={key}
            path={joinPath(path, key)}
            schema={schema}
            value={Object.hasOwn(current, key) ? current[key] : undefined}
            isRequired={isRequired}
            onChange={(next) => onChange(withKey(current, key, next))}
          />
        ))}
    </>
  )
}

function List({ path, value, onChange, item }: FieldProps & { item: JsonSchema }) {
  const { t } = useUi()
  const { root } = useForm()
  const items: unknown[] = Array.isArray(value) ? value : []
  return (
    <>
      {items.map((child, index) => (
        <div key={index} class="list-item">
          <SchemaField
            name={String(index + 1)}
            path={joinPath(path, index)}
            schema={item}
            value={child}
            isRequired
            onChange={(next) => onChange(items.with(index, next))}
          />
          <button
            type="button"
            class="link"
            aria-label={t('remove_item', index + 1)}
            onClick={() => onChange(items.toSpliced(index, 1))}
          >
            {t('remove')}
          </button>
        </div>
      ))}
      <button type="button" class="link" onClick={() => onChange([...items, initialValue(item, root)])}>
        {t('add_item')}
      </button>
    </>
  )
}

/** A field that is not in the order comes last; one that holds others stands where the first of them does. */
function rankOf(path: string, order: readonly string[]): number {
  const index = order.findIndex((one) => coversPath(path, one))
  return index < 0 ? order.length : index
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function withKey(
  record: Record<string, unknown>,
  key: string,
  value: unknown,
): Record<string, unknown> {
  const { [key]: _old, ...others } = record
  if (value === undefined) return others
  return Object.hasOwn(record, key)
    ? Object.fromEntries(Object.entries(record).map(([name, old]) => [name, name === key ? value : old]))
    : { ...record, [key]: value }
}

const textIn = (schema: JsonSchema, key: string): string | undefined => {
  const text = schema[key]
  return typeof text === 'string' && text !== '' ? text : undefined
}
