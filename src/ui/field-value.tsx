import { joinPath } from '../core/dot-path.ts'
import { Folded } from './folded-text.tsx'
import { HiddenValue, type Reveal, type WhyHidden } from './hidden-value.tsx'
import { PageText } from './page-text.tsx'
import { PlainValue } from './plain-value.tsx'
import { useUi } from './ui-context.tsx'

/** Why the value at a path is hidden, or undefined where it is shown. */
export type FindHidden = (path: string) => WhyHidden | undefined

type ValueProps = { value: unknown; path: string; findHidden: FindHidden; reveal: Reveal; depth?: number }

const maxDepth = 6
export const placeholder = '[redacted]'

/** A value as a person reads it: nothing cut, lists and objects laid out, hidden parts marked. */
export function FieldValue(props: ValueProps) {
  const { value, path, findHidden, reveal } = props
  const why = value === placeholder ? findHidden(path) : undefined
  if (why) return <HiddenValue path={path} why={why} reveal={reveal} />
  if (typeof value === 'object' && value !== null) return <Compound {...props} value={value} />
  return <PlainValue value={value} />
}

function Compound({ value, path, findHidden, reveal, depth = 0 }: ValueProps & { value: object }) {
  const { t } = useUi()
  const file = findFile(value)
  if (file) return <FileName {...file} />
  const entries = Object.entries(value)
  if (entries.length === 0)
    return <span class="empty">{t(Array.isArray(value) ? 'value_no_items' : 'value_empty')}</span>
  if (depth >= maxDepth) return <PlainValue value={JSON.stringify(value, null, 1)} />
  const draw = (key: string, child: unknown) => (
    <FieldValue
      value={child}
      path={joinPath(path, key)}
      findHidden={findHidden}
      reveal={reveal}
      depth={depth + 1}
    />
  )
  const isLong = entries.length > 8
  if (Array.isArray(value))
    return (
      <Folded isLong={isLong}>
        <ol class="value-list">
          {entries.map(([key, child]) => (
            <li key={key}>{draw(key, child)}</li>
          ))}
        </ol>
      </Folded>
    )
  return (
    <Folded isLong={isLong}>
      <dl class="value-fields">
        {entries.map(([key, child]) => (
          <div key={key}>
            <dt>
              <PageText text={key} />
            </dt>
            <dd>{draw(key, child)}</dd>
          </div>
        ))}
      </dl>
    </Folded>
  )
}

type ShownFile = { name: string; size: number }

function FileName({ name, size }: ShownFile) {
  const { locale } = useUi()
  return (
    <span class="file">
      <PageText text={name} /> <span class="quiet">{toSizeText(size, locale)}</span>
    </span>
  )
}

/** Files stand in changes as `{ file: { name, size, type } }`. */
function findFile(value: object): ShownFile | undefined {
  const { file } = value as { file?: unknown }
  if (Object.keys(value).length !== 1 || typeof file !== 'object' || file === null) return undefined
  const { name, size } = file as { name?: unknown; size?: unknown }
  return typeof name === 'string' && typeof size === 'number' ? { name, size } : undefined
}

/** Bytes in the unit that keeps the number short. */
export function toSizeText(bytes: number, locale: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1024)))
  const format = {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  } as const
  return new Intl.NumberFormat(locale, format).format(bytes / 1024 ** power)
}
