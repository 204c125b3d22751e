import { useState } from 'react'
import { type AttributeChoice, isRange, withAttribute } from '../../../../../contract/search/search-attributes.ts'
import type { SearchState } from '../../../../../contract/search/search-state.ts'
import { inSmallLetters } from '../../../i18n/in-sentence.ts'
import { labelIn, unitIn } from '../../../i18n/label-in.ts'
import { currentLanguage } from '../../../i18n/messages.ts'
import { t } from '../../../i18n/t.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { formatCount } from '../../../ui/format.ts'
import type { AttributeFacet } from '../listing.ts'
import { FacetGroup } from './FacetGroup.tsx'
import { RadioList } from './RadioList.tsx'
import { type Measure, RangeFacet } from './RangeFacet.tsx'

const SHOWN = 8
/** The first groups are open, the rest collapsed. */
const OPEN = 2

interface AttributeFacetsProps {
  facets: readonly AttributeFacet[]
  state: SearchState
  onChange: (change: Partial<SearchState>) => void
  touch?: boolean
}

/** Attribute filters for the results: choices with counts, ranges, yes or no. Their definitions come from the category. */
export function AttributeFacets({ facets, state, onChange, touch }: AttributeFacetsProps) {
  return facets.map((facet, at) => {
    const choice = state.attributes[facet.key]
    const choose = (next: AttributeChoice | null) =>
      onChange({ attributes: withAttribute(state.attributes, facet.key, next) })
    return (
      <FacetGroup key={facet.key} title={titleOf(facet)} open={at < OPEN || choice !== undefined}>
        {facet.type === 'bool' ? (
          <YesOrNo facet={facet} choice={choice} onChoose={choose} />
        ) : facet.range || facet.type === 'int' || facet.type === 'decimal' || facet.type === 'year' ? (
          <RangeFacet
            measure={measureOf(facet)}
            facts={facet.range}
            ends={isRange(choice) ? choice : { min: null, max: null }}
            onChange={choose}
          />
        ) : (
          <Options facet={facet} choice={choice} onChoose={choose} touch={touch} />
        )}
      </FacetGroup>
    )
  })
}

interface FacetProps {
  facet: AttributeFacet
  choice: AttributeChoice | undefined
  onChoose: (choice: AttributeChoice | null) => void
  touch?: boolean | undefined
}

function Options({ facet, choice, onChoose, touch }: FacetProps) {
  const [all, setAll] = useState(false)
  const chosen = Array.isArray(choice) ? (choice as readonly string[]) : []
  const isChosen = (value: AttributeFacet['options'][number]['value']) => chosen.includes(String(value))
  const toggle = (value: string) =>
    onChoose(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value])
  const offered = facet.options.filter(({ value, count }) => count > 0 || isChosen(value))
  const shown = offered.filter(({ value }, at) => all || at < SHOWN || isChosen(value))
  return (
    <fieldset className={touch ? 'flex flex-wrap gap-2' : undefined}>
      <legend className="sr-only">{labelIn(facet.label)}</legend>
      {shown.map(({ value, label, count }) => {
        const words = label === null ? String(value) : labelIn(label)
        return touch ? (
          <Chip key={String(value)} selected={isChosen(value)} onClick={() => toggle(String(value))}>
            {words} <span className="tnum font-normal opacity-75">{formatCount(count)}</span>
          </Chip>
        ) : (
          <Checkbox
            key={String(value)}
            label={words}
            aside={formatCount(count)}
            checked={isChosen(value)}
            onChange={() => toggle(String(value))}
          />
        )
      })}
      {offered.length > shown.length || (all && offered.length > SHOWN) ? (
        <button
          type="button"
          onClick={() => setAll(!all)}
          className="hit-44 type-small mt-1.5 font-semibold text-brand"
        >
          {all ? t('browse.showFewer') : t('browse.showMoreValues', { number: offered.length - shown.length })}
        </button>
      ) : null}
    </fieldset>
  )
}

function YesOrNo({ facet, choice, onChoose }: FacetProps) {
  const count = (wanted: boolean) => facet.options.find(({ value }) => value === wanted)?.count ?? 0
  return (
    <RadioList
      legend={labelIn(facet.label)}
      value={typeof choice === 'boolean' ? (choice ? 'yes' : 'no') : ''}
      options={[
        { value: '', label: t('browse.either') },
        { value: 'yes', label: t('common.yes'), count: count(true) },
        { value: 'no', label: t('common.no'), count: count(false) },
      ]}
      onChange={(value) => onChoose(value === '' ? null : value === 'yes')}
    />
  )
}

function titleOf(facet: AttributeFacet): string {
  return [labelIn(facet.label), unitIn(facet)].filter(Boolean).join(', ')
}

/** Years are formatted without separators. */
function measureOf(facet: AttributeFacet): Measure {
  const { label, type } = facet
  const write = (value: number) => (type === 'year' ? String(value) : formatNumber(value))
  return {
    name: inSmallLetters(labelIn(label)),
    say: (value) => [write(value), unitIn(facet)].filter(Boolean).join(' '),
    write: String,
    read: readNumber,
    round: Math.round,
    problem: t('browse.enterNumbers'),
  }
}

const formatNumber = (value: number) =>
  new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: 1 }).format(value)

function readNumber(text: string): number | null {
  const plain = text.trim().replace(',', '.')
  return /^-?\d{1,9}(\.\d{1,3})?$/.test(plain) ? Number(plain) : null
}
