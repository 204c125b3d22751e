import { paths } from '../../../../../contract/paths.ts'
import { type SearchState, writeSearch } from '../../../../../contract/search/search-state.ts'
import { t } from '../../../i18n/t.ts'
import { navigate } from '../../../lib/router.tsx'
import { ActiveChip } from '../../../ui/Chip.tsx'
import type { ActiveFilter } from '../active-filters.ts'

/** The active filters, each with a button to remove it. */
export function ActiveFilters({ filters }: { filters: readonly ActiveFilter[] }) {
  const go = (search: SearchState) => navigate(`${paths.browse}?${writeSearch(search)}`)
  return filters.map((filter) => (
    <ActiveChip
      key={filter.key}
      onRemove={() => go(filter.without)}
      removeLabel={t('browse.removeFilter', { name: filter.name })}
    >
      {filter.label}
    </ActiveChip>
  ))
}
