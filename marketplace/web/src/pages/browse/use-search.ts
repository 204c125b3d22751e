import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { startTransition, useEffect, useMemo, useOptimistic, useState } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { readSearch } from '../../../../contract/search/read-search.ts'
import type { WrittenFilters } from '../../../../contract/search/search.ts'
import { type SearchState, withoutFilters, writeSearch } from '../../../../contract/search/search-state.ts'
import { type ActiveFilter, activeFilters, traitFilters } from '../../features/listings/active-filters.ts'
import { attributeWords } from '../../features/listings/attribute-words.ts'
import { useOpeningArea } from '../../features/listings/browse/use-opening-area.ts'
import type { CategoryTree } from '../../features/listings/categories.ts'
import type { SearchPage } from '../../features/listings/listing.ts'
import { shortPlace } from '../../features/listings/place-words.ts'
import { attributesQuery, categoriesQuery, searchQuery } from '../../features/listings/queries.ts'
import { recentSearches } from '../../features/listings/recent-searches.ts'
import { t } from '../../i18n/t.ts'
import { useSearchParams } from '../../lib/router.tsx'
import { formatMoney } from '../../ui/format.ts'
import { navigateBeneath } from '../../ui/use-back-closes.ts'

/**
 * The search in the URL: its state, its results, and functions to change it. `shown` adds the area that the map opens with; it is not known
 * yet while `isPlacing`.
 */
export function useSearch() {
  const [params] = useSearchParams()
  const { data: tree, isPending: isTreePending } = useQuery(categoriesQuery)
  const { state, ignored } = useMemo(() => readKnown(params, tree), [params, tree])
  const opening = useOpeningArea(state)
  const shown = opening ? { ...state, box: opening, radiusKm: null } : state
  const results = useInfiniteQuery({
    ...searchQuery(shown),
    placeholderData: keepPreviousData,
    enabled: opening !== undefined,
  })
  useOpenPages(results, state.page)
  useRemembered(state.q, results)
  const readAt = useReadAt(results)
  const [first] = results.data?.pages ?? []
  // While results of the previous search are shown, nothing counts as found.
  const found = results.isPlaceholderData ? undefined : first
  useWrittenFilters(state, found)
  const filters = useFilters(state, first, tree).filter(({ key }) => !found?.ignored.includes(key))
  const traits = traitFilters(state, found?.understood_as?.traits ?? [])
  const categoryName = (state.category && tree?.bySlug.get(state.category)?.name) || null
  const name = headingOf(state, categoryName)
  const heading = headingOf(shown, categoryName)
  const ways = useWays(state, results)
  const isOpening = results.isPending || isTreePending
  return {
    state,
    shown,
    isPlacing: opening === undefined,
    ignored,
    tree,
    results,
    isOpening,
    readAt,
    first,
    found,
    filters,
    traits,
    name,
    heading,
    ...ways,
  }
}

/** The search in the URL, without an unknown category. */
function readKnown(params: URLSearchParams, tree: CategoryTree | undefined): ReturnType<typeof readSearch> {
  const { state, ignored } = readSearch(params)
  if (!state.category || !tree || tree.bySlug.has(state.category)) return { state, ignored }
  return { state: { ...state, category: null, attributes: {} }, ignored: [...ignored, 'category'] }
}

/** Functions that navigate to another search. `wanted` is the state that controls show meanwhile. */
function useWays(state: SearchState, results: Found) {
  const open = results.data?.pages.length ?? 1
  // The router updates the URL in a transition, but a ticked box must look ticked immediately.
  const [wanted, setWanted] = useOptimistic(state)
  const show = (search: SearchState, options?: { replace: boolean }) =>
    startTransition(() => {
      setWanted(search)
      navigateBeneath(`${paths.browse}?${writeSearch(search)}`, options)
    })
  const change = (changes: Partial<SearchState>, options?: { replace: boolean }) => {
    show({ ...wanted, page: 1, ...changes }, options)
    window.scrollTo({ top: 0 })
  }
  return {
    wanted,
    change,
    clear: () => change(withoutFilters(wanted)),
    /** The same ads in another layout. */
    setView: (view: SearchState['view']) => show({ ...wanted, view }),
    /** URL with one page more, for browsers without JavaScript. */
    moreAt: `${paths.browse}?${writeSearch({ ...wanted, page: open + 1 })}`,
    more() {
      if (results.isFetchNextPageError) void results.fetchNextPage()
      show({ ...wanted, page: open + 1 }, { replace: true })
    },
  }
}

type Found = UseInfiniteQueryResult<InfiniteData<SearchPage>>

/** Loads pages up to the one in the URL: after a reload, and after "show more". */
function useOpenPages(results: Found, wanted: number): void {
  const { data, hasNextPage, isFetching, isPlaceholderData, isFetchNextPageError, fetchNextPage } = results
  const open = data?.pages.length ?? 0
  const isBehind = open > 0 && open < wanted && hasNextPage && !isPlaceholderData
  useEffect(() => {
    if (isBehind && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [isBehind, isFetching, isFetchNextPageError, fetchNextPage])
}

/** Moves a price, condition or place from the query to a URL filter, which can be removed. */
function useWrittenFilters(state: SearchState, page: SearchPage | undefined): void {
  const written = page?.understood_as?.filters
  useEffect(() => {
    if (!written) return
    const search = {
      ...state,
      q: written.q,
      priceMax: written.price_max ?? state.priceMax,
      conditions: written.condition ?? state.conditions,
      ...nearOf(written),
    }
    navigateBeneath(`${paths.browse}?${writeSearch(search)}`, { replace: true })
  }, [written, state])
}

function nearOf({ place, lat, lng, radius_km }: WrittenFilters): Partial<Pick<SearchState, 'near' | 'radiusKm'>> {
  if (place === undefined || lat === undefined || lng === undefined) return {}
  return { near: { label: place, lat, lng }, radiusKm: radius_km ?? null }
}

/** Remembers queries that found something, to suggest them again. */
function useRemembered(q: string, { data, isPlaceholderData }: Found): void {
  const found = !isPlaceholderData && (data?.pages[0]?.items.length ?? 0) > 0
  useEffect(() => {
    if (found && q !== '') recentSearches.put({ id: q })
  }, [found, q])
}

/** When the first page on display was fetched, in milliseconds; further pages don't change it. 0 while another search is loading. */
function useReadAt({ data, dataUpdatedAt, isPlaceholderData }: Found): number {
  const isFirst = data?.pages.length === 1 && !isPlaceholderData
  const [readAt, setReadAt] = useState(0)
  if (isFirst && readAt !== dataUpdatedAt) setReadAt(dataUpdatedAt)
  return isPlaceholderData ? 0 : readAt
}

/** The active filters with labels; those of attributes come with the results, or with the category. */
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

function wordsOf(q: string, categoryName: string | null): string {
  if (!q) return categoryName ?? t('browse.everythingForSale')
  return categoryName ? t('browse.wordsInCategory', { q, categoryName }) : t('browse.quotedWords', { q })
}

function headingOf(state: SearchState, categoryName: string | null): string {
  const what = wordsOf(state.q, categoryName)
  if (state.box) return state.q || categoryName ? t('browse.whatInThisArea', { what }) : t('browse.adsInThisArea')
  if (!state.near) return what
  return state.near.label
    ? t('browse.whatNear', { what, shortPlace: shortPlace(state.near.label) })
    : t('browse.whatNearPoint', { what })
}
