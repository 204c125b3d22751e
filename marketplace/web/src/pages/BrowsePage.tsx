import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { Info, LayoutGrid, Map as MapIcon } from 'lucide-react'
import { startTransition, useEffect, useMemo, useOptimistic, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../../contract/paths.ts'
import { type ActiveFilter, activeFilters } from '../features/listings/active-filters.ts'
import { attributeWords } from '../features/listings/attribute-words.ts'
import { ActiveFilters } from '../features/listings/browse/ActiveFilters.tsx'
import { FilterSheet } from '../features/listings/browse/FilterSheet.tsx'
import { Filters } from '../features/listings/browse/Filters.tsx'
import { NewAdsPill } from '../features/listings/browse/NewAdsPill.tsx'
import { PhoneSearch } from '../features/listings/browse/PhoneSearch.tsx'
import { Results, useUnseen } from '../features/listings/browse/Results.tsx'
import { ResultsMap } from '../features/listings/browse/ResultsMap.tsx'
import { SortSelect } from '../features/listings/browse/SortSelect.tsx'
import { ListToggle, ViewToggle } from '../features/listings/browse/ViewToggle.tsx'
import { WhyDialog } from '../features/listings/browse/WhyDialog.tsx'
import type { CategoryTree } from '../features/listings/categories.ts'
import { thingsFound } from '../features/listings/found-count.ts'
import type { SearchPage } from '../features/listings/listing.ts'
import { shortPlace } from '../features/listings/PlaceSelect.tsx'
import { attributesQuery, categoriesQuery, searchQuery } from '../features/listings/queries.ts'
import { searchParams } from '../features/listings/search-params.ts'
import { readSearch, type SearchState, withoutFilters, writeSearch } from '../features/listings/search-state.ts'
import { SaveSearch } from '../features/searches/SaveSearch.tsx'
import { cx } from '../ui/cx.ts'
import { formatMoney } from '../ui/format.ts'
import { usePageTitle } from '../ui/page-title.ts'

/** Search results with their filters. The address holds the whole search: back, reload and sharing show the same. */
export function BrowsePage() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { state, ignored } = useMemo(() => readSearch(params), [params])
  const tree = useQuery(categoriesQuery)
  const results = useInfiniteQuery({ ...searchQuery(state), placeholderData: keepPreviousData })
  useOpenPages(results, state.page)

  const readAt = useReadAt(results)

  const [first] = results.data?.pages ?? []
  const found = results.isPlaceholderData ? undefined : first
  const filters = useFilters(state, first, tree.data)
  const heading = headingOf(state, (state.category && tree.data?.bySlug.get(state.category)?.name) || null)
  usePageTitle(heading)

  // The router changes the address in a transition: a box that is ticked must look ticked before that is done.
  const [wanted, setWanted] = useOptimistic(state)
  const show = (search: SearchState, options?: { replace: boolean }) =>
    startTransition(() => {
      setWanted(search)
      void navigate(`${paths.browse}?${writeSearch(search)}`, options)
    })
  const change = (changes: Partial<SearchState>) => {
    show({ ...wanted, page: 1, ...changes })
    window.scrollTo({ top: 0 })
  }
  const more = () => {
    if (results.isFetchNextPageError) void results.fetchNextPage()
    show({ ...wanted, page: (results.data?.pages.length ?? 1) + 1 }, { replace: true })
  }
  const clear = () => change(withoutFilters(wanted))
  const filterProps = { state: wanted, facets: first?.facets ?? null, tree: tree.data, onChange: change }
  const onMap = state.view === 'map'
  const toSave = {
    search: searchParams(state),
    address: writeSearch(state).toString(),
    summary: filters.map(({ label }) => label).join(' · '),
    name: nameOf(heading, state, filters),
  }
  const { shown } = useUnseen(results.data, state.hideSeen)

  return (
    <main>
      <PhoneSearch state={state} />
      <div
        className={cx(
          'container-page md:pt-7 lg:grid',
          onMap
            ? 'gap-x-6 lg:grid-cols-[minmax(0,640px)_minmax(0,1fr)]'
            : 'gap-x-12 lg:grid-cols-[264px_minmax(0,1fr)]',
        )}
      >
        {onMap ? (
          <ResultsMap
            items={shown}
            state={state}
            onSearchHere={(near, radiusKm) => change({ near, radiusKm })}
            className="h-[58dvh] max-md:-mx-4 lg:sticky lg:top-23 lg:order-last lg:h-[calc(100dvh-116px)]"
          />
        ) : (
          <aside aria-label="Filters" className="hidden lg:block">
            <div className="sticky top-23 max-h-[calc(100dvh-100px)] overflow-y-auto pe-1 pb-8 [scrollbar-width:thin]">
              <div className="flex min-h-12 items-center justify-between pb-1">
                <h2 className="type-h3">Filters</h2>
                {filters.length > 0 ? <ClearAll onClear={clear} /> : null}
              </div>
              <Filters {...filterProps} />
            </div>
          </aside>
        )}
        <div className="flex min-w-0 flex-col">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 max-md:mb-1 md:items-end">
            <div className="min-w-0">
              <h1 className="type-h1 max-md:sr-only">{heading}</h1>
              <p className="flex flex-wrap items-center gap-x-3">
                <span role="status" className="tnum text-ink-2">
                  {found === undefined ? ' ' : thingsFound(found)}
                </span>
                <WhyDialog state={state} />
              </p>
            </div>
            <div className="flex items-center gap-2">
              <SaveSearch search={toSave} className="max-md:hidden" />
              <SortSelect state={wanted} onChange={change} />
              <ListToggle
                view={wanted.view}
                onChange={(view) => show({ ...wanted, view })}
                className="-me-2 md:hidden"
              />
              <ViewToggle view={wanted.view} onChange={(view) => show({ ...wanted, view })} className="max-md:hidden" />
            </div>
          </div>
          <div className="scrollbar-none -mx-4 flex items-center gap-2 overflow-x-auto px-4 max-md:order-first max-md:mb-1 max-md:border-b max-md:border-line max-md:py-2.5 md:mx-0 md:mt-3 md:mb-4 md:flex-wrap md:px-0">
            <div className={onMap ? 'contents' : 'contents lg:hidden'}>
              <FilterSheet active={filters.length} found={found} onClear={clear}>
                <Filters {...filterProps} touch />
              </FilterSheet>
            </div>
            <SaveSearch search={toSave} className="shrink-0 md:hidden" />
            <ActiveFilters filters={filters} />
            {filters.length > 1 ? <ClearAll onClear={clear} /> : null}
          </div>
          <IgnoredNotice keys={[...ignored, ...(found?.ignored ?? []).map(addressKey)]} />
          {first ? <ChangedWords page={first} /> : null}
          <NewAdsPill state={state} readAt={readAt} />
          <Results
            results={results}
            state={state}
            filters={filters}
            tree={tree.data}
            onMore={more}
            saveSearch={<SaveSearch search={toSave} />}
          />
        </div>
      </div>
      <MapPill onMap={onMap} onToggle={() => show({ ...wanted, view: onMap ? 'grid' : 'map' })} />
    </main>
  )
}

/** On phones the map is one tap away from wherever the list is. */
function MapPill({ onMap, onToggle }: { onMap: boolean; onToggle: () => void }) {
  const Icon = onMap ? LayoutGrid : MapIcon
  return (
    <button
      type="button"
      onClick={onToggle}
      className="fixed bottom-[calc(76px+env(safe-area-inset-bottom))] left-1/2 z-10 inline-flex h-12 -translate-x-1/2 items-center gap-2 rounded-full bg-ink px-5 font-semibold text-paper shadow-2 md:hidden"
    >
      <Icon aria-hidden="true" strokeWidth={1.75} className="size-5" />
      {onMap ? 'List' : 'Map'}
    </button>
  )
}

type Found = UseInfiniteQueryResult<InfiniteData<SearchPage>>

/** Walks to the page that the address asks for: after a reload, and when "show more" has asked for one more. */
function useOpenPages(results: Found, wanted: number): void {
  const { data, hasNextPage, isFetching, isPlaceholderData, isFetchNextPageError, fetchNextPage } = results
  const open = data?.pages.length ?? 0
  const isBehind = open > 0 && open < wanted && hasNextPage && !isPlaceholderData
  useEffect(() => {
    if (isBehind && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [isBehind, isFetching, isFetchNextPageError, fetchNextPage])
}

/** When the first page on view was read, in milliseconds; more pages make it no newer. 0 while another is on its way. */
function useReadAt({ data, dataUpdatedAt, isPlaceholderData }: Found): number {
  const isFirst = data?.pages.length === 1 && !isPlaceholderData
  const [readAt, setReadAt] = useState(0)
  if (isFirst && readAt !== dataUpdatedAt) setReadAt(dataUpdatedAt)
  return isPlaceholderData ? 0 : readAt
}

/** The filters that are on, in words: those of attributes come with the answer, or with the category. */
function useFilters(state: SearchState, page: SearchPage | undefined, tree: CategoryTree | undefined): ActiveFilter[] {
  const hasAttributes = Object.keys(state.attributes).length > 0
  const definitions = useQuery({
    ...attributesQuery(state.category ?? ''),
    enabled: state.category !== null && hasAttributes,
  })
  return activeFilters(state, {
    categoryName: (state.category && tree?.bySlug.get(state.category)?.name) || null,
    money: formatMoney,
    attribute: (key) => attributeWords(key, page?.facets?.attributes ?? [], definitions.data ?? []),
  })
}

function ClearAll({ onClear }: { onClear: () => void }) {
  return (
    <button type="button" onClick={onClear} className="hit-44 type-small shrink-0 px-1.5 font-semibold text-brand">
      Clear all
    </button>
  )
}

function IgnoredNotice({ keys }: { keys: readonly string[] }) {
  if (keys.length === 0) return null
  return (
    <p role="status" className="type-small mb-4 flex gap-2 rounded-control bg-info-soft px-3.5 py-2.5 text-info-ink">
      <Info aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 break-words">
        Part of this address made no sense here and was left out: {keys.join(', ')}.
      </span>
    </p>
  )
}

/** What search_listings did not understand, as the address spells it. */
function addressKey(parameter: string): string {
  return parameter.replace(/^attributes\./, 'attr.')
}

/** What a saved search is called at first: what is looked for, or else its first filter. */
function nameOf(heading: string, state: SearchState, filters: readonly ActiveFilter[]): string {
  return state.q || state.category ? heading.replaceAll(/[“”]/g, '') : (filters[0]?.label ?? heading)
}

function headingOf(state: SearchState, categoryName: string | null): string {
  const what = state.q
    ? `“${state.q}”${categoryName ? ` in ${categoryName}` : ''}`
    : (categoryName ?? 'Everything for sale')
  if (!state.near) return what
  return state.near.label ? `${what} near ${shortPlace(state.near.label)}` : `${what} near the chosen point`
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
