import { useEffect, useState, useSyncExternalStore } from 'react'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/t.ts'
import { Link } from '../../lib/router.tsx'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { formatCount } from '../../ui/format.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Skeleton, useDelayed } from '../../ui/Skeleton.tsx'
import { BulkBar } from './BulkBar.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'
import { FirstAd } from './FirstAd.tsx'
import { ListingCards } from './ListingCards.tsx'
import { type Choice, ListingsTable } from './ListingsTable.tsx'
import { type Arrangement, ManageBar } from './ManageBar.tsx'
import { MOST_AT_ONCE } from './manage.ts'
import { useAdFigures, useDashboard, useMyListings } from './queries.ts'
import { STATE_LABEL } from './row-text.ts'
import { SellDialog } from './SellDialog.tsx'
import { tabPath } from './tabs.ts'
import { type Dashboard, type ListingState, type MyListing, STATES } from './types.ts'

interface ListingsPanelProps {
  userId: string
  /** Shows only the first ads, with a link to all. */
  limit?: number
  /** Open offers per ad. */
  offers?: ReadonlyMap<string, number>
}

/** So many ads are seen at a glance, without a search. */
const FEW = 10
const AT_FIRST: Arrangement = { words: '', sort: 'changed', counted: 'ever' }
/** Debounce in milliseconds. */
const QUIET_MS = 250

/** The user's ads by state: a table, on phones cards. The full list comes in pages and can be searched, sorted and changed in bulk. */
export function ListingsPanel({ userId, limit, offers }: ListingsPanelProps) {
  const dashboard = useDashboard(userId)
  const counts = dashboard.data?.listings
  const figures = useAdFigures(userId)
  const [arrangement, setArrangement] = useState(AT_FIRST)
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  const [state, setState] = useState<ListingState | 'all'>('all')
  const words = useRested(arrangement.words.trim())
  // The state may have become empty.
  const chosen = state !== 'all' && counts?.[state] ? state : 'all'
  const listings = useMyListings(userId, { words, state: chosen, sort: arrangement.sort }, limit ?? MOST_AT_ONCE)
  const [dialog, setDialog] = useState<{ kind: 'sell' | 'delete'; ad: MyListing } | null>(null)
  const isWide = useIsWide()
  const isLate = useDelayed(listings.isPending || dashboard.isPending)

  if (listings.isLoadingError || dashboard.isLoadingError) {
    return (
      <div className="panel p-6">
        <LoadFailed onRetry={() => void Promise.all([listings.refetch(), dashboard.refetch()])} />
      </div>
    )
  }
  if (!listings.data || !counts) return isLate ? <RowsSkeleton /> : <div className="min-h-96" />
  if (counts.total === 0) return <FirstAd />
  const shown = listings.data.pages.flat()
  // Filtered-out ads are not selected.
  const chosenAds = shown.filter((ad) => chosenIds.has(ad.id)).slice(0, MOST_AT_ONCE)
  const rows = {
    ads: shown,
    figures: figures.data,
    counted: arrangement.counted,
    offers,
    choice: limit ? null : choiceOf(shown, chosenAds, setChosenIds),
    onSell: (ad: MyListing) => setDialog({ kind: 'sell', ad }),
    onDelete: (ad: MyListing) => setDialog({ kind: 'delete', ad }),
  }
  const close = () => setDialog(null)
  return (
    <section aria-label={t('common.myAds')} className="panel min-w-0 overflow-clip">
      {limit ? (
        <div className="flex items-center justify-between gap-4 px-4 py-3.5 md:px-5">
          <h2 className="type-h3">{t('common.myAds')}</h2>
          <Link to={tabPath('listings')} className="hit-44 font-semibold text-brand hover:underline">
            {t('app.seeAllCount', { count: formatCount(counts.total) })}
          </Link>
        </div>
      ) : (
        <StateChips counts={counts} chosen={chosen} onChoose={setState} />
      )}
      {limit || counts.total <= FEW ? null : (
        <ManageBar value={arrangement} onChange={(change) => setArrangement({ ...arrangement, ...change })} />
      )}
      {shown.length === 0 ? (
        <p className="border-t border-line p-5 text-ink-2">{t('dashboard.noListingWithWords')}</p>
      ) : isWide && !limit ? (
        <ListingsTable {...rows} />
      ) : (
        <ListingCards {...rows} />
      )}
      {!limit && listings.hasNextPage ? (
        <div className="grid justify-center border-t border-line p-3">
          <Button
            variant="secondary"
            loading={listings.isFetchingNextPage}
            loadingLabel={t('app.loading')}
            onClick={() => void listings.fetchNextPage()}
          >
            {t('common.showMore')}
          </Button>
        </div>
      ) : null}
      {limit ? null : <BulkBar chosen={chosenAds} onClear={() => setChosenIds(new Set())} />}
      {dialog?.kind === 'sell' ? <SellDialog ad={dialog.ad} onClose={close} /> : null}
      {dialog?.kind === 'delete' ? <DeleteDialog ad={dialog.ad} onClose={close} /> : null}
    </section>
  )
}

/** What is typed, after a pause. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), QUIET_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

function choiceOf(
  shown: readonly MyListing[],
  chosen: readonly MyListing[],
  choose: (ids: ReadonlySet<string>) => void,
): Choice {
  const ids = new Set(chosen.map(({ id }) => id))
  const areAll = ids.size > 0 && ids.size === Math.min(shown.length, MOST_AT_ONCE)
  return {
    ids,
    areAll,
    toggle({ id }) {
      const changed = new Set(ids)
      if (!changed.delete(id)) changed.add(id)
      choose(changed)
    },
    toggleAll() {
      choose(new Set(areAll ? [] : shown.slice(0, MOST_AT_ONCE).map(({ id }) => id)))
    },
  }
}

interface StateChipsProps {
  counts: Dashboard['listings']
  chosen: ListingState | 'all'
  onChoose: (state: ListingState | 'all') => void
}

function StateChips({ counts, chosen, onChoose }: StateChipsProps) {
  return (
    <div className="scrollbar-none flex gap-2 overflow-x-auto p-4 md:flex-wrap md:px-5">
      <Chip selected={chosen === 'all'} onClick={() => onChoose('all')}>
        <Trans
          id="common.allCount"
          values={{ count: formatCount(counts.total) }}
          components={{ 0: <span className="tnum" /> }}
        />
      </Chip>
      {STATES.filter((state) => counts[state]).map((state) => (
        <Chip key={state} selected={chosen === state} onClick={() => onChoose(state)}>
          {STATE_LABEL[state]} <span className="tnum">{formatCount(counts[state] ?? 0)}</span>
        </Chip>
      ))}
    </div>
  )
}

function RowsSkeleton() {
  return (
    <div className="panel p-5" role="status">
      <span className="sr-only">{t('dashboard.loadingYourListings')}</span>
      <Skeleton className="mb-5 h-9 w-64 rounded-full" />
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="flex items-center gap-3 border-t border-line py-2.5">
          <Skeleton className="size-12 rounded-control" />
          <Skeleton className="h-4 w-40 rounded-badge" />
          <Skeleton className="ms-auto h-4 w-20 rounded-badge" />
        </div>
      ))}
    </div>
  )
}

const wide = matchMedia('(width >= 48rem)')

function subscribe(changed: () => void): () => void {
  wide.addEventListener('change', changed)
  return () => wide.removeEventListener('change', changed)
}

/** True from 768 px on. Renders either table or cards, never both. */
function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => wide.matches)
}
