import { useQueries } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { paths } from '../../../../../contract/paths.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { formatCount } from '../../../ui/format.ts'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { countQuery } from '../queries.ts'
import { type ActiveFilter, RADII_KM, type SearchState, withoutFilters, writeSearch } from '../search-state.ts'

interface Way {
  label: string
  search: SearchState
}

/** Nothing found: which single change would help, counted by the server, the best first. */
export function NoResults({ state, filters }: { state: SearchState; filters: readonly ActiveFilter[] }) {
  const ways = waysOut(state, filters)
  const found = useQueries({ queries: ways.map((way) => countQuery(way.search)) })
  const helpful = ways
    .map((way, at) => ({ ...way, total: found[at]?.data ?? 0 }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total)
    .slice(0, 4)
  const searching = found.some((query) => query.isPending)
  const [best] = helpful

  return (
    <EmptyState
      className="max-w-xl! py-6"
      icon={<SearchX strokeWidth={1.75} />}
      title={state.q ? `Nothing for “${state.q}”` : 'Nothing fits all of these'}
      line={
        best
          ? 'One change finds something.'
          : searching
            ? 'Looking for what would help.'
            : filters.length > 0
              ? 'Taking filters off would not help. Try other words, or look at everything.'
              : 'Try other words, or look at everything.'
      }
      action={
        <>
          {helpful.map((way, at) => (
            <LinkButton
              key={way.label}
              to={`${paths.browse}?${writeSearch(way.search)}`}
              variant={at === 0 ? 'primary' : 'secondary'}
            >
              {way.label} ({formatCount(way.total)})
            </LinkButton>
          ))}
          {helpful.length === 0 && !searching ? (
            <LinkButton to={paths.browse} variant="secondary">
              Browse everything
            </LinkButton>
          ) : null}
        </>
      }
    />
  )
}

/** One step away from the search: a wider circle, one filter off, fewer words. */
export function waysOut(state: SearchState, filters: readonly ActiveFilter[]): Way[] {
  const wider = state.near && state.radiusKm !== null ? RADII_KM.find((km) => km > (state.radiusKm ?? 0)) : undefined
  const words = state.q.split(/\s+/)
  return [
    ...(wider ? [{ label: `Try ${wider} km`, search: { ...state, radiusKm: wider } }] : []),
    ...filters.map((filter) => ({
      label: filter.key === 'radius' ? 'Any distance' : `Without ${filter.label}`,
      search: filter.without,
    })),
    ...(filters.length > 1 ? [{ label: 'Without filters', search: withoutFilters(state) }] : []),
    ...(words.length > 1
      ? words.slice(0, 4).map((word) => ({ label: `Only “${word}”`, search: { ...state, q: word } }))
      : []),
  ]
}
