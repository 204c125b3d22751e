import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { formatCount } from '../../../ui/format.ts'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { useDelayed } from '../../../ui/Skeleton.tsx'
import { formatTotal } from '../found-count.ts'
import { ListingGrid, ListingGridSkeleton } from '../ListingGrid.tsx'
import type { ListingItem, SearchPage } from '../listing.ts'
import type { ActiveFilter, SearchState } from '../search-state.ts'
import { NoResults } from './NoResults.tsx'

const PAGE = 24

interface ResultsProps {
  results: UseInfiniteQueryResult<InfiniteData<SearchPage>>
  state: SearchState
  filters: readonly ActiveFilter[]
}

/** The ads found, 24 at a time. While a changed filter is on its way the former ads stay, dimmed. */
export function Results({ results, state, filters }: ResultsProps) {
  const late = useDelayed(results.isPending)
  if (results.isPending)
    return <ListingGridSkeleton count={12} kind="beside" className={late ? undefined : 'invisible'} />
  if (results.isError && !results.data) return <LoadFailed what="these ads" onRetry={() => void results.refetch()} />
  const items = results.data.pages.flatMap((page) => page.items)
  const [first] = results.data.pages
  const total = first?.total ?? 0
  const close = first?.close_items ?? []
  if (items.length === 0)
    return (
      <>
        <NoResults state={state} filters={filters} />
        <CloseMatches items={close} />
      </>
    )
  return (
    <>
      <ListingGrid
        items={items}
        kind="beside"
        label="Ads found"
        eager={4}
        className={cx('transition-opacity', results.isPlaceholderData && 'opacity-50')}
      />
      {results.isFetchingNextPage ? <ListingGridSkeleton count={4} kind="beside" className="mt-8" /> : null}
      {results.isFetchNextPageError ? (
        <p role="alert" className="mt-8 text-center text-danger-ink">
          More ads did not load. Check your connection, then try again.
        </p>
      ) : null}
      {results.hasNextPage ? (
        <div className="mt-8 grid justify-items-center gap-2">
          <Button
            variant="secondary"
            loading={results.isFetchingNextPage}
            loadingLabel="Loading"
            onClick={() => void results.fetchNextPage()}
          >
            Show {Math.min(PAGE, Math.max(1, total - items.length))} more
          </Button>
          <p className="type-small tnum text-ink-3">
            {formatCount(items.length)} of {first ? formatTotal(first) : 0}
          </p>
        </div>
      ) : null}
      {results.hasNextPage ? null : <CloseMatches items={close} />}
    </>
  )
}

/** Ads that nearly fit, below the few that do. */
function CloseMatches({ items }: { items: readonly ListingItem[] }) {
  if (items.length === 0) return null
  return (
    <section aria-labelledby="close-matches" className="mt-12">
      <h2 id="close-matches" className="type-h2">
        Close matches
      </h2>
      <p className="mt-1 mb-5 text-ink-2">These have some of your words, not all of them.</p>
      <ListingGrid items={items} kind="beside" label="Close matches" eager={0} />
    </section>
  )
}
