import { Camera } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../../contract/paths.ts'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/t.ts'
import { Chip } from '../../ui/Chip.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatCount } from '../../ui/format.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Skeleton, useDelayed } from '../../ui/Skeleton.tsx'
import { BulkBar } from './BulkBar.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'
import { ListingCards } from './ListingCards.tsx'
import { type Choice, ListingsTable } from './ListingsTable.tsx'
import { type Arrangement, ManageBar } from './ManageBar.tsx'
import { arrange, MOST_AT_ONCE } from './manage.ts'
import { useAdFigures, useMyListings } from './queries.ts'
import { STATE_LABEL } from './row-text.ts'
import { SellDialog } from './SellDialog.tsx'
import { tabPath } from './tabs.ts'
import { type ListingState, type MyListing, STATES } from './types.ts'
import { useIsWide } from './use-is-wide.ts'

interface ListingsPanelProps {
  userId: string
  /** Only the first few, with a link to all of them. */
  limit?: number
}

const AT_FIRST: Arrangement = { words: '', sort: 'changed', counted: 'ever' }

/** One's own ads, by state. A table, on phones cards; all of them can be searched, ordered and changed many at a time. */
export function ListingsPanel({ userId, limit }: ListingsPanelProps) {
  const listings = useMyListings(userId)
  const figures = useAdFigures(userId)
  const [arrangement, setArrangement] = useState(AT_FIRST)
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  const [state, setState] = useState<ListingState | 'all'>('all')
  const [dialog, setDialog] = useState<{ kind: 'sell' | 'delete'; ad: MyListing } | null>(null)
  const isWide = useIsWide()
  const isLate = useDelayed(listings.isPending)

  if (listings.isPending) return isLate ? <RowsSkeleton /> : <div className="min-h-96" />
  if (listings.isError) {
    return (
      <div className="panel p-6">
        <LoadFailed what={t('your listings')} onRetry={() => void listings.refetch()} />
      </div>
    )
  }
  if (listings.data.length === 0) {
    return (
      <div className="panel p-6">
        <EmptyState
          tone="saffron"
          icon={<Camera aria-hidden="true" strokeWidth={1.75} />}
          title={t('Your stall is open')}
          line={t('Three photos and a price.')}
          action={<LinkButton to={paths.post}>{t('Post an ad')}</LinkButton>}
        />
      </div>
    )
  }
  // The last ad of a state may just have left it.
  const chosen = state !== 'all' && listings.data.some((ad) => ad.state === state) ? state : 'all'
  const ofState = listings.data.filter((ad) => chosen === 'all' || ad.state === chosen)
  const shown = arrange(ofState, arrangement.words, arrangement.sort).slice(0, limit)
  // What is chosen and then filtered away is not acted on.
  const chosenAds = shown.filter((ad) => chosenIds.has(ad.id)).slice(0, MOST_AT_ONCE)
  const rows = {
    ads: shown,
    figures: figures.data,
    counted: arrangement.counted,
    choice: limit ? null : choiceOf(shown, chosenAds, setChosenIds),
    onSell: (ad: MyListing) => setDialog({ kind: 'sell', ad }),
    onDelete: (ad: MyListing) => setDialog({ kind: 'delete', ad }),
  }
  const close = () => setDialog(null)
  return (
    <section aria-labelledby="listings-title" className="panel min-w-0 overflow-clip">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-4 md:flex-nowrap md:px-5">
        <h2 id="listings-title" className="type-h3 shrink-0 md:leading-9">
          {t('Your listings')}
        </h2>
        <StateChips ads={listings.data} chosen={chosen} onChoose={setState} />
        {limit ? (
          <Link
            to={tabPath('listings')}
            className="hit-44 ms-auto shrink-0 text-[14px]/6 font-semibold text-brand md:leading-9"
          >
            {t('Manage all')}
          </Link>
        ) : null}
      </div>
      {limit ? null : (
        <ManageBar value={arrangement} onChange={(change) => setArrangement({ ...arrangement, ...change })} />
      )}
      {shown.length === 0 ? (
        <p className="border-t border-line p-5 text-ink-2">
          {t('None of your listings has these words in its title.')}
        </p>
      ) : isWide ? (
        <ListingsTable {...rows} />
      ) : (
        <ListingCards {...rows} />
      )}
      {limit ? null : <BulkBar chosen={chosenAds} onClear={() => setChosenIds(new Set())} />}
      {dialog?.kind === 'sell' ? <SellDialog ad={dialog.ad} onClose={close} /> : null}
      {dialog?.kind === 'delete' ? <DeleteDialog ad={dialog.ad} onClose={close} /> : null}
    </section>
  )
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
  ads: readonly MyListing[]
  chosen: ListingState | 'all'
  onChoose: (state: ListingState | 'all') => void
}

function StateChips({ ads, chosen, onChoose }: StateChipsProps) {
  const present = STATES.filter((state) => ads.some((ad) => ad.state === state))
  const countOf = (state: ListingState) => ads.filter((ad) => ad.state === state).length
  return (
    <div className="scrollbar-none -mx-4 flex gap-2 overflow-x-auto px-4 py-1 order-last w-[calc(100%+2rem)] md:order-none md:mx-0 md:w-auto md:flex-1 md:flex-wrap md:px-0 md:py-0">
      <Chip selected={chosen === 'all'} onClick={() => onChoose('all')}>
        <Trans
          message="All <0>{count}</0>"
          values={{ count: formatCount(ads.length) }}
          components={{ 0: <span className="tnum" /> }}
        />
      </Chip>
      {present.map((state) => (
        <Chip key={state} selected={chosen === state} onClick={() => onChoose(state)}>
          {STATE_LABEL[state]} <span className="tnum">{formatCount(countOf(state))}</span>
        </Chip>
      ))}
    </div>
  )
}

function RowsSkeleton() {
  return (
    <div className="panel p-5" role="status">
      <span className="sr-only">{t('Loading your listings')}</span>
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
