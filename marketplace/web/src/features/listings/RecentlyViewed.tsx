import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { placeName } from '../../i18n/place-names.ts'
import { t } from '../../i18n/t.ts'
import { Link } from '../../lib/router.tsx'
import { cx } from '../../ui/cx.ts'
import { formatMoney } from '../../ui/format.ts'
import { Photo } from '../../ui/Photo.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AdPrice } from './AdPrice.tsx'
import { CategoryIcon } from './CategoryIcon.tsx'
import type { ListingItem } from './listing.ts'
import { listingsByIdQuery } from './queries.ts'
import { recentlyViewed, type Viewed } from './recently-viewed.ts'

const SHOWN = 4
const ROW =
  'scrollbar-none relative -mx-4 mt-3 flex gap-3 overflow-x-auto px-4 md:mx-0 md:mt-4 md:grid md:grid-cols-2 md:gap-5 md:overflow-visible md:px-0 lg:grid-cols-4'

/** Ads recently viewed in this browser (except the current one), and what has changed since. Renders nothing when there are none. */
export function RecentlyViewed({ className, except }: { className?: string; except?: string }) {
  const viewed = useSyncExternalStore(recentlyViewed.subscribe, recentlyViewed.read, recentlyViewed.onServer)
    .filter(({ id }) => id !== except)
    .slice(0, SHOWN)
  const found = useQuery(listingsByIdQuery(viewed.map(({ id }) => id)))
  if (viewed.length === 0 || found.isLoadingError || found.data?.length === 0) return null
  return (
    <section aria-labelledby="recently-viewed" className={className}>
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="recently-viewed" className="type-h2">
          {t('common.recentlyViewed')}
        </h2>
        <button type="button" onClick={recentlyViewed.clear} className="hit-44 type-small font-semibold text-brand">
          {t('common.clear')}
        </button>
      </div>
      <ul className={ROW}>
        {viewed.map((entry) => {
          if (!found.data) return <WaitingRow key={entry.id} />
          const item = found.data.find(({ id }) => id === entry.id)
          const drop = item ? dropSince(entry, item) : null
          return item ? (
            <SmallAd key={entry.id} item={item} line={drop ?? statusWords(item)} isNews={drop !== null} />
          ) : null
        })}
      </ul>
    </section>
  )
}

interface SmallAdsProps {
  /** Undefined while they load. */
  items: readonly ListingItem[] | undefined
  /** Number of placeholders meanwhile. */
  expected?: number
  label: string
}

/** Ads in one row: photo, price and title. */
export function SmallAds({ items, expected = SHOWN, label }: SmallAdsProps) {
  return (
    <ul aria-label={label} className={ROW}>
      {items
        ? items.map((item) => <SmallAd key={item.id} item={item} line={placeName(item)} />)
        : [...Array(expected).keys()].map((at) => <WaitingRow key={at} />)}
    </ul>
  )
}

function SmallAd({ item, line, isNews = false }: { item: ListingItem; line: string; isNews?: boolean }) {
  return (
    <li className="w-26 shrink-0 md:w-auto">
      <Link to={paths.listing(item.id)} className="block items-center gap-3 rounded-photo md:flex">
        <span className="block md:w-21 md:shrink-0">
          {item.cover ? (
            <Photo path={item.cover.path} alt={item.cover.alt || item.title} sizes="104px" />
          ) : (
            <span className="grid aspect-square place-items-center rounded-photo bg-sunken text-ink-3">
              <CategoryIcon slug={item.category} className="size-8" />
            </span>
          )}
        </span>
        <span className="block min-w-0 max-md:mt-1.5">
          <AdPrice ad={{ ...item, previous_price_minor: null }} />
          <span className="block truncate max-md:sr-only">{item.title}</span>
          <span
            className={cx(
              'type-small block truncate',
              isNews ? 'font-semibold text-clay' : 'text-ink-3 max-md:sr-only',
            )}
          >
            {line}
          </span>
        </span>
      </Link>
    </li>
  )
}

function WaitingRow() {
  return (
    <li aria-hidden="true" className="w-26 shrink-0 items-center gap-3 md:flex md:w-auto">
      <Skeleton className="aspect-square rounded-photo md:w-21" />
      <Skeleton className="h-4 w-20 rounded-badge max-md:mt-3" />
    </li>
  )
}

/** "Price dropped €8 since you looked", or null. */
function dropSince(entry: Viewed, item: ListingItem): string | null {
  if (entry.priceMinor === null || item.price_minor === null || item.price_minor >= entry.priceMinor) return null
  return t('common.priceDropped', {
    amount: formatMoney(entry.priceMinor - item.price_minor, item.currency),
  })
}

function statusWords(item: ListingItem): string {
  if (item.state === 'reserved') return t('ads.reserved')
  return item.state === 'sold' ? t('ads.sold') : t('common.stillAvailable')
}
