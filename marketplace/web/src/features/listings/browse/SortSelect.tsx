import { SORTS } from '../../../../../contract/ads/listing-values.ts'
import { type SearchState, sortOf } from '../../../../../contract/search/search-state.ts'
import { t } from '../../../i18n/t.ts'
import { Select } from '../../../ui/Select.tsx'
import { SORT_LABEL } from '../labels.ts'

/** The order of the results. Best match needs words, nearest first a place. */
export function SortSelect({
  state,
  onChange,
}: {
  state: SearchState
  onChange: (change: Partial<SearchState>) => void
}) {
  const able = SORTS.filter((sort) => (sort !== 'relevance' || state.q) && (sort !== 'distance' || state.near))
  return (
    <Select
      size="s"
      className="max-md:border-transparent! max-md:bg-transparent! max-md:pe-8!"
      wrapperClassName="max-md:-me-3"
      aria-label={t('common.order')}
      value={sortOf(state)}
      onChange={(event) => onChange({ sort: able.find((sort) => sort === event.target.value) ?? null })}
    >
      {able.map((sort) => (
        <option key={sort} value={sort}>
          {SORT_LABEL[sort]}
        </option>
      ))}
    </Select>
  )
}
