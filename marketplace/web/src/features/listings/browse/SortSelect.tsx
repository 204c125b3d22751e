import { SORTS } from '../../../../../contract/ads/listing-values.ts'
import { type SearchState, sortOf, writeSearch } from '../../../../../contract/search/search-state.ts'
import { t } from '../../../i18n/t.ts'
import { ChoiceMenu } from '../../../ui/ChoiceMenu.tsx'
import { cx } from '../../../ui/cx.ts'
import { SORT_LABEL } from '../filter-labels.ts'

interface SortSelectProps {
  state: SearchState
  onChange: (change: Partial<SearchState>) => void
  className?: string
}

/** The order of the results. Best match needs words, nearest first a place. */
export function SortSelect({ state, onChange, className }: SortSelectProps) {
  const able = SORTS.filter((sort) => (sort !== 'relevance' || state.q) && (sort !== 'distance' || state.near))
  return (
    <ChoiceMenu
      label={t('common.order')}
      value={sortOf(state)}
      onChoose={(sort) => onChange({ sort })}
      choices={able.map((sort) => ({
        value: sort,
        label: SORT_LABEL[sort],
        href: `?${writeSearch({ ...state, sort })}`,
      }))}
      className={cx(
        'h-11 rounded-control px-3 font-semibold max-md:-me-2 md:h-10 md:border md:border-line-2 md:bg-surface md:px-3.5 md:text-[14px] md:hover:border-ink-3',
        className,
      )}
    />
  )
}
