import { type InfiniteData, type UseInfiniteQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { RESULTS_PAGE } from '../../../../../contract/public-reads.ts'
import type { SearchState } from '../../../../../contract/search/search-state.ts'
import { t } from '../../../i18n/t.ts'
import { cx } from '../../../ui/cx.ts'
import { formatCount } from '../../../ui/format.ts'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { useDelayed } from '../../../ui/Skeleton.tsx'
import type { ActiveFilter } from '../active-filters.ts'
import type { CategoryTree } from '../categories.ts'
import { formatTotal } from '../found-count.ts'
import { type GridKind, ListingGrid, ListingGridSkeleton } from '../ListingGrid.tsx'
import { ListingRows } from '../ListingRows.tsx'
import type { ListingItem, SearchPage } from '../listing.ts'
import { freshListingsQuery } from '../queries.ts'
import { seenAds } from '../seen-ads.ts'
import { CloseMatches } from './CloseMatches.tsx'
import { markAd } from './marked-ad.ts'
import { DidYouMean, NoResults } from './NoResults.tsx'

/** One row on a wide screen. */
const NEWEST = 5

interface ResultsProps {
  results: UseInfiniteQueryResult<InfiniteData<SearchPage>>
  state: SearchState
  filters: readonly ActiveFilter[]
  tree: CategoryTree | undefined
  onMore: () => void
  /** URL of the next page, for use without scripts. */
  moreAt: string
  /** Shown when nothing was found: "save this search". */
  saveSearch?: ReactNode
}

/** The results, a page at a time. While a changed filter loads, the former ads stay, dimmed. */
export function Results({ results, state, filters, tree, onMore, moreAt, saveSearch }: ResultsProps) {
  const late = useDelayed(results.isPending)
  const { shown, hidden } = useUnseen(results.data, state.hideSeen)
  const kind: GridKind = state.view === 'map' ? 'map' : 'beside'
  if (results.isPending)
    return <ListingGridSkeleton count={12} kind={kind} className={late ? undefined : 'invisible'} />
  if (results.isLoadingError) return <LoadFailed onRetry={() => void results.refetch()} />
  const [first] = results.data.pages
  if (!first) return null
  if (first.items.length === 0)
    return (
      <>
        <DidYouMean page={first} state={state} />
        <NoResults page={first} state={state} filters={filters} tree={tree} saveSearch={saveSearch} />
        {first.close_items.length > 0 ? (
          <CloseMatches items={first.close_items} kind={kind} tree={tree} />
        ) : state.q ? (
          <NewestInstead state={state} />
        ) : null}
      </>
    )
  const List = state.view === 'list' ? ListingRows : ListingGrid
  return (
    <>
      <DidYouMean page={first} state={state} />
      {hidden > 0 ? (
        <p className="type-small mb-3 text-ink-3">{t('browse.seenStayHidden', { count: hidden })}</p>
      ) : null}
      <List
        items={shown}
        kind={kind}
        label={t('common.adsFound')}
        eager={2}
        onPoint={state.view === 'map' ? markAd : undefined}
        className={cx('transition-opacity', results.isPlaceholderData && 'opacity-50')}
      />
      <More results={results} shown={shown.length + hidden} kind={kind} onMore={onMore} moreAt={moreAt} />
      {results.hasNextPage ? null : <CloseMatches items={first.close_items} kind={kind} tree={tree} />}
    </>
  )
}

/** The deduplicated ads of all loaded pages, without those already opened in this browser when `hideSeen` is set. */
export function useUnseen(
  data: InfiniteData<SearchPage> | undefined,
  hideSeen: boolean,
): { shown: ListingItem[]; hidden: number } {
  const seen = useSyncExternalStore(seenAds.subscribe, seenAds.read, seenAds.onServer)
  const items = [...new Map(data?.pages.flatMap((page) => page.items).map((item) => [item.id, item])).values()]
  if (!hideSeen) return { shown: items, hidden: 0 }
  const ids = new Set(seen.map(({ id }) => id))
  const shown = items.filter(({ id }) => !ids.has(id))
  return { shown, hidden: items.length - shown.length }
}

interface MoreProps extends Pick<ResultsProps, 'results' | 'onMore' | 'moreAt'> {
  shown: number
  kind: GridKind
}

function More({ results, shown, kind, onMore, moreAt }: MoreProps) {
  const first = results.data?.pages[0]
  const goOn = useFocusOnNewAds(results)
  if (!first) return null
  return (
    <>
      {results.isFetchingNextPage ? <ListingGridSkeleton count={4} kind={kind} className="mt-8" /> : null}
      {results.isFetchNextPageError ? (
        <p role="alert" className="mt-8 text-center text-danger-ink">
          {t('browse.moreNotLoaded')}
        </p>
      ) : null}
      {results.hasNextPage ? (
        <div className="mt-8 grid justify-items-center gap-2">
          {/* A link, so that it also works for crawlers and without scripts. */}
          <LinkButton
            to={moreAt}
            rel="next"
            variant="secondary"
            aria-disabled={results.isFetchingNextPage || undefined}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              if (results.isFetchingNextPage) return
              goOn()
              onMore()
            }}
            className="print:hidden"
          >
            {results.isFetchingNextPage
              ? t('app.loading')
              : t('browse.showMore', {
                  count: first.total_is_more ? RESULTS_PAGE : Math.min(RESULTS_PAGE, Math.max(1, first.total - shown)),
                })}
          </LinkButton>
          <p className="type-small tnum text-ink-3">
            {t('browse.countOfTotal', { count: formatCount(shown), total: formatTotal(first) })}
          </p>
        </div>
      ) : null}
    </>
  )
}

/** Focuses the first of the newly loaded ads, so that keyboard users continue there instead of at the end. */
function useFocusOnNewAds(results: ResultsProps['results']): () => void {
  const [asked, setAsked] = useState<number | null>(null)
  const pages = results.data?.pages ?? []
  const first = asked === null ? undefined : pages[asked]?.items[0]?.id
  useEffect(() => {
    if (!first) return
    setAsked(null)
    document.querySelector<HTMLElement>(`main ol a[href$="${first}"]`)?.focus({ preventScroll: true })
  }, [first])
  return () => setAsked(pages.length)
}

/** Fallback for no results: the newest ads nearby. */
function NewestInstead({ state }: { state: SearchState }) {
  const newest = useQuery(freshListingsQuery(state.near, state.near ? state.radiusKm : null))
  const items = newest.data?.items.filter((item) => item.state === 'active').slice(0, NEWEST) ?? []
  if (items.length === 0 && !newest.isPending) return null
  return (
    <section aria-labelledby="newest-instead" className="mt-8 border-t border-line pt-8">
      <h2 id="newest-instead" className="type-h2 mb-5">
        {t('browse.justIn')}
      </h2>
      {newest.isPending ? (
        <ListingGridSkeleton count={NEWEST} kind="wide" />
      ) : (
        <ListingGrid items={items} kind="wide" label={t('browse.justIn')} eager={0} />
      )}
    </section>
  )
}
