import { useMemo } from 'preact/hooks'
import type { Facets } from '../../store/history-segments.ts'
import { toOriginText } from '../../ui/origin-text.ts'
import { useUi } from '../../ui/ui-context.tsx'
import { countText, isOutcome, outcomeText } from './call-texts.ts'

/** What the person has typed and chosen; `''` is no choice. */
export type Choice = { query: string; site: string; who: string; tool: string; outcome: string }
export const noChoice: Choice = { query: '', site: '', who: '', tool: '', outcome: '' }

type FilterName = Exclude<keyof Choice, 'query'>
type Option = { value: string; text: string; count: number }
type Props = {
  choice: Choice
  counts: { facets: Facets; count: number }[]
  onChange: (choice: Choice) => void
}

const labels = {
  site: 'panel_filter_site',
  who: 'panel_filter_agent',
  tool: 'panel_filter_tool',
  outcome: 'panel_filter_outcome',
} as const
const filterNames = Object.keys(labels) as FilterName[]

export function HistoryFilters({ choice, counts, onChange }: Props) {
  const { t } = useUi()
  const isFiltered = filterNames.some((name) => choice[name] !== '')
  return (
    <search class="filters">
      <input
        type="search"
        aria-label={t('panel_search')}
        placeholder={t('panel_search')}
        value={choice.query}
        onInput={(event) => onChange({ ...choice, query: event.currentTarget.value })}
      />
      <fieldset class="filter-chips" aria-label={t('panel_filters')}>
        {filterNames.map((name) => (
          <FilterChip
            key={name}
            name={name}
            chosen={choice[name]}
            counts={counts}
            onChoose={(value) => onChange({ ...choice, [name]: value })}
          />
        ))}
        {isFiltered && (
          <button type="button" class="link" onClick={() => onChange({ ...noChoice, query: choice.query })}>
            {t('panel_filters_clear')}
          </button>
        )}
      </fieldset>
    </search>
  )
}

type ChipProps = {
  name: FilterName
  chosen: string
  counts: Props['counts']
  onChoose: (value: string) => void
}

function FilterChip({ name, chosen, counts, onChoose }: ChipProps) {
  const { t, locale } = useUi()
  const options = useMemo(() => collectOptions(name, counts), [name, counts])
  const textOf = (option: Option): string => optionText(name, option, t)
  return (
    <span class={`filter-chip${chosen === '' ? '' : ' is-on'}`}>
      <select
        aria-label={t(labels[name])}
        value={chosen}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        <option value="">{t(labels[name])}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {`${textOf(option)} (${countText(option.count, locale)})`}
          </option>
        ))}
      </select>
      {chosen !== '' && (
        <button
          type="button"
          class="filter-off"
          aria-label={t('panel_filter_off', t(labels[name]))}
          onClick={() => onChoose('')}
        />
      )}
    </span>
  )
}

function collectOptions(name: FilterName, counts: Props['counts']): Option[] {
  const options = new Map<string, Option>()
  const add = (value: string, text: string, count: number): void => {
    const option = options.get(value) ?? { value, text, count: 0 }
    option.count += count
    options.set(value, option)
  }
  for (const { facets, count } of counts) {
    add(facets[name], name === 'who' ? facets.whoName : facets[name], count)
    if (name === 'site' && facets.topSite !== facets.site) add(facets.topSite, facets.topSite, count)
  }
  return [...options.values()].sort((a, b) => b.count - a.count || a.text.localeCompare(b.text))
}

function optionText(name: FilterName, { value, text }: Option, t: ReturnType<typeof useUi>['t']): string {
  if (name === 'outcome') return isOutcome(value) ? outcomeText(t, value) : value
  if (name === 'site') return toOriginText(value)
  if (name !== 'who') return value
  if (value === 'person') return t('panel_you')
  return text === '' ? t('panel_page_assistant') : text
}
