import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { startTransition, useMemo, useOptimistic } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../../contract/paths.ts'
import { ActiveFilters } from '../features/listings/browse/ActiveFilters.tsx'
import { FilterSheet } from '../features/listings/browse/FilterSheet.tsx'
import { Filters } from '../features/listings/browse/Filters.tsx'
import { PhoneSearch } from '../features/listings/browse/PhoneSearch.tsx'
import { Results } from '../features/listings/browse/Results.tsx'
import { SortSelect } from '../features/listings/browse/SortSelect.tsx'
import { thingsFound } from '../features/listings/found-count.ts'
import type { SearchPage } from '../features/listings/listing.ts'
import { shortPlace } from '../features/listings/PlaceSelect.tsx'
import { categoriesQuery, searchQuery } from '../features/listings/queries.ts'
import {
  activeFilters,
  readSearch,
  type SearchState,
  withoutFilters,
  writeSearch,
} from '../features/listings/search-state.ts'
import { formatMoney } from '../ui/format.ts'
import { usePageTitle } from '../ui/page-title.ts'

/** Search results with their filters. The address holds the whole search: back, reload and sharing show the same. */
export function BrowsePage() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { state, ignored } = useMemo(() => readSearch(params), [params])
  const tree = useQuery(categoriesQuery)
  const results = useInfiniteQuery({ ...searchQuery(state), placeholderData: keepPreviousData })

  const categoryName = (state.category && tree.data?.bySlug.get(state.category)?.name) || null
  const filters = activeFilters(state, { categoryName, money: formatMoney })
  const heading = headingOf(state, categoryName)
  usePageTitle(heading)

  const [first] = results.data?.pages ?? []
  const found = results.isPlaceholderData ? undefined : first
  // The router changes the address in a transition: a box that is ticked must look ticked before that is done.
  const [wanted, setWanted] = useOptimistic(state)
  const show = (search: SearchState) => {
    startTransition(() => {
      setWanted(search)
      void navigate(`${paths.browse}?${writeSearch(search)}`)
    })
    window.scrollTo({ top: 0 })
  }
  const change = (changes: Partial<SearchState>) => show({ ...wanted, ...changes })
  const clear = () => show(withoutFilters(wanted))
  const filterProps = { state: wanted, facets: first?.facets ?? null, tree: tree.data, onChange: change }

  return (
    <main>
      <PhoneSearch state={state} />
      <div className="container-page grid gap-x-12 md:pt-7 lg:grid-cols-[264px_minmax(0,1fr)]">
        <aside aria-label="Filters" className="hidden lg:block">
          <div className="sticky top-23 max-h-[calc(100dvh-100px)] overflow-y-auto pe-1 pb-8 [scrollbar-width:thin]">
            <div className="flex min-h-12 items-center justify-between pb-1">
              <h2 className="type-h3">Filters</h2>
              {filters.length > 0 ? <ClearAll onClear={clear} /> : null}
            </div>
            <Filters {...filterProps} />
          </div>
        </aside>
        <div className="flex min-w-0 flex-col">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 max-md:mb-1 md:items-end">
            <div className="min-w-0">
              <h1 className="type-h1 max-md:sr-only">{heading}</h1>
              <p role="status" className="tnum text-ink-2">
                {found === undefined ? ' ' : thingsFound(found)}
              </p>
            </div>
            <SortSelect state={wanted} onChange={change} />
          </div>
          <div className="scrollbar-none -mx-4 flex items-center gap-2 overflow-x-auto px-4 max-md:order-first max-md:mb-1 max-md:border-b max-md:border-line max-md:py-2.5 md:mx-0 md:mt-3 md:mb-4 md:flex-wrap md:px-0">
            <div className="contents lg:hidden">
              <FilterSheet active={filters.length} found={found} onClear={clear}>
                <Filters {...filterProps} touch />
              </FilterSheet>
            </div>
            <ActiveFilters filters={filters} />
            {filters.length > 1 ? <ClearAll onClear={clear} /> : null}
          </div>
          {ignored.length > 0 ? <IgnoredNotice keys={ignored} /> : null}
          {first ? <ChangedWords page={first} /> : null}
          <Results results={results} state={state} filters={filters} />
        </div>
      </div>
    </main>
  )
}

function ClearAll({ onClear }: { onClear: () => void }) {
  return (
    <button type="button" onClick={onClear} className="hit-44 type-small shrink-0 px-1.5 font-semibold text-brand">
      Clear all
    </button>
  )
}

function IgnoredNotice({ keys }: { keys: readonly string[] }) {
  return (
    <p role="status" className="type-small mb-4 flex gap-2 rounded-control bg-info-soft px-3.5 py-2.5 text-info-ink">
      <Info aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-4 shrink-0" />
      Part of this address made no sense and was left out: {keys.join(', ')}.
    </p>
  )
}

function headingOf(state: SearchState, categoryName: string | null): string {
  const what = state.q
    ? `“${state.q}”${categoryName ? ` in ${categoryName}` : ''}`
    : (categoryName ?? 'Everything for sale')
  return state.near ? `${what} near ${state.near.label ? shortPlace(state.near.label) : 'you'}` : what
}

/** What search changed about the words to find something. */
function ChangedWords({ page }: { page: SearchPage }) {
  const corrected = page.corrections.map(({ to }) => `“${to}”`).join(', ')
  const dropped = page.dropped_words.map((word) => `“${word}”`).join(', ')
  if (page.items.length === 0 || !(corrected || dropped)) return null
  return (
    <p className="mb-4 text-ink-2">
      {corrected ? `Showing results for ${corrected}.` : null}{' '}
      {dropped ? `No ad has all the words: left out ${dropped}.` : null}
    </p>
  )
}
