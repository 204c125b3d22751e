import { CONDITIONS, type Condition, LISTING_TYPES, SELLER_TYPES } from '../../../../../contract/ads/listing-values.ts'
import { paths } from '../../../../../contract/paths.ts'
import { POSTED_DAYS, type SearchState, writeSearch } from '../../../../../contract/search/search-state.ts'
import { t } from '../../../i18n/t.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { CONDITION_LABEL } from '../../../ui/conditions.ts'
import { formatCount } from '../../../ui/format.ts'
import { TYPE_LABEL } from '../../../ui/listing-types.ts'
import type { CategoryTree } from '../categories.ts'
import { type ChosenPlace, choosePlace } from '../chosen-place.ts'
import { HANDOVER_LABEL, POSTED_LABEL, SELLER_TYPE_LABEL } from '../filter-labels.ts'
import type { Count, Facets } from '../listing.ts'
import { AttributeFacets } from './AttributeFacets.tsx'
import { CategoryFacet } from './CategoryFacet.tsx'
import { DistanceFacet } from './DistanceFacet.tsx'
import { ExcludeFacet } from './ExcludeFacet.tsx'
import { FacetGroup } from './FacetGroup.tsx'
import { PriceFacet } from './PriceFacet.tsx'
import { RadioList } from './RadioList.tsx'

interface FiltersProps {
  state: SearchState
  facets: Facets | null
  tree: CategoryTree | undefined
  onChange: (change: Partial<SearchState>) => void
  /** Chips instead of checkboxes, for touch screens. */
  touch?: boolean
}

/** All filters of /browse, for the rail and for the sheet on phones. Each change applies immediately. */
export function Filters({ state, facets, tree, onChange, touch }: FiltersProps) {
  const linkTo = (category: string | null) =>
    `${paths.browse}?${writeSearch({ ...state, category, attributes: {}, page: 1 })}`
  // A facet missing from the response has no counts, which is not the same as zero.
  const count = (counts: Count[] | undefined, value: string) =>
    counts && (counts.find((one) => one.value === value)?.count ?? 0)
  const posted = (days: number) => facets && (facets.posted.find((one) => one.days === days)?.count ?? 0)
  const rememberPlace = (place: ChosenPlace | null) => choosePlace(place)

  return (
    <>
      {tree ? (
        <FacetGroup title={t('common.category')}>
          <CategoryFacet key={state.category} tree={tree} chosen={state.category} facets={facets} linkTo={linkTo} />
        </FacetGroup>
      ) : null}
      <FacetGroup title={t('common.price')}>
        <PriceFacet facts={facets?.price ?? null} min={state.priceMin} max={state.priceMax} onChange={onChange} />
      </FacetGroup>
      <FacetGroup title={t('common.condition')}>
        <Conditions
          chosen={state.conditions}
          counts={facets?.condition}
          touch={touch}
          onChange={(conditions) => onChange({ conditions })}
        />
      </FacetGroup>
      <FacetGroup title={t('browse.distance')}>
        <DistanceFacet
          state={state}
          onPlace={rememberPlace}
          onChange={(change) => onChange({ ...change, box: null })}
        />
      </FacetGroup>
      <FacetGroup title={t('common.handover')}>
        <RadioList
          legend={t('common.handover')}
          value={state.delivery ?? ''}
          options={[
            { value: '', label: t('browse.either') },
            { value: 'pickup', label: HANDOVER_LABEL.pickup, count: count(facets?.delivery, 'pickup') },
            { value: 'ship', label: HANDOVER_LABEL.ship, count: count(facets?.delivery, 'ship') },
          ]}
          onChange={(delivery) => onChange({ delivery: delivery || null })}
        />
      </FacetGroup>
      <AttributeFacets facets={facets?.attributes ?? []} state={state} onChange={onChange} touch={touch} />
      <FacetGroup title={t('common.posted')} open={state.postedWithinDays !== null}>
        <RadioList
          legend={t('common.posted')}
          value={state.postedWithinDays === null ? '' : String(state.postedWithinDays)}
          options={[
            { value: '', label: t('browse.anyTime') },
            ...POSTED_DAYS.map((days) => ({
              value: String(days),
              label: POSTED_LABEL[days] ?? '',
              count: posted(days) ?? undefined,
            })),
          ]}
          onChange={(days) => onChange({ postedWithinDays: days ? Number(days) : null })}
        />
      </FacetGroup>
      <FacetGroup title={t('common.kindOfAd')} open={state.type !== null}>
        <RadioList
          legend={t('common.kindOfAd')}
          value={state.type ?? ''}
          options={[
            { value: '', label: t('common.all') },
            ...LISTING_TYPES.map((type) => ({
              value: type,
              label: TYPE_LABEL[type],
              count: count(facets?.type, type),
            })),
          ]}
          onChange={(type) => onChange({ type: type || null })}
        />
      </FacetGroup>
      <FacetGroup title={t('common.seller')} open={state.sellerType !== null}>
        <RadioList
          legend={t('common.seller')}
          value={state.sellerType ?? ''}
          options={[
            { value: '', label: t('browse.anyone') },
            ...SELLER_TYPES.map((type) => ({
              value: type,
              label: SELLER_TYPE_LABEL[type],
              count: count(facets?.seller_type, type),
            })),
          ]}
          onChange={(sellerType) => onChange({ sellerType: sellerType || null })}
        />
      </FacetGroup>
      <FacetGroup title={t('browse.photosAndSeen')} open={state.withPhoto || state.hideSeen}>
        <Checkbox
          label={t('browse.withPhoto')}
          aside={facets ? formatCount(facets.with_photo) : undefined}
          checked={state.withPhoto}
          onChange={() => onChange({ withPhoto: !state.withPhoto })}
        />
        <Checkbox
          label={t('browse.hideSeen')}
          checked={state.hideSeen}
          onChange={() => onChange({ hideSeen: !state.hideSeen })}
        />
      </FacetGroup>
      <FacetGroup title={t('browse.wordsToLeaveOut')} open={state.exclude.length > 0}>
        <ExcludeFacet words={state.exclude} onChange={(exclude) => onChange({ exclude })} />
      </FacetGroup>
    </>
  )
}

interface ConditionsProps {
  chosen: readonly Condition[]
  counts: Count[] | undefined
  touch: boolean | undefined
  onChange: (conditions: Condition[]) => void
}

function Conditions({ chosen, counts, touch, onChange }: ConditionsProps) {
  const toggle = (condition: Condition) =>
    onChange(CONDITIONS.filter((one) => (one === condition ? !chosen.includes(one) : chosen.includes(one))))
  const found = (condition: Condition) => counts && (counts.find(({ value }) => value === condition)?.count ?? 0)
  return (
    <fieldset className={touch ? 'flex flex-wrap gap-2' : undefined}>
      <legend className="sr-only">{t('common.condition')}</legend>
      {CONDITIONS.map((condition) => {
        const number = found(condition)
        if (number === 0 && !chosen.includes(condition)) return null
        return touch ? (
          <Chip key={condition} selected={chosen.includes(condition)} onClick={() => toggle(condition)}>
            {CONDITION_LABEL[condition]}
          </Chip>
        ) : (
          <Checkbox
            key={condition}
            label={CONDITION_LABEL[condition]}
            aside={number === undefined ? undefined : formatCount(number)}
            checked={chosen.includes(condition)}
            onChange={() => toggle(condition)}
          />
        )
      })}
    </fieldset>
  )
}
