import { useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { t } from '../../../i18n/t.ts'
import { ratingCountsQuery } from './queries.ts'

/** Placeholder rows until the counts are loaded. */
const UNCOUNTED = [5, 4, 3, 2, 1].map((rating) => ({ rating, count: null }))

/** The distribution of ratings over stars. Hidden below five ratings: too few are meaningless and reveal their authors. */
export function RatingBars({ sellerId, ratingCount }: { sellerId: string; ratingCount: number }) {
  const enough = ratingCount >= 5
  const { data, isError } = useQuery({ ...ratingCountsQuery(sellerId), enabled: enough })
  if (!enough || isError) return null
  const most = Math.max(1, ...(data ?? []).map(({ count }) => count))
  return (
    <dl aria-label={t('seller.ratingsByStars')} aria-busy={!data} className="grid max-w-xs gap-1">
      {(data ?? UNCOUNTED).map(({ rating, count }) => (
        <div key={rating} className="type-small grid grid-cols-[32px_minmax(0,1fr)_auto] items-center gap-2">
          <dt className="tnum inline-flex items-center gap-1">
            <span aria-hidden="true">{rating}</span>
            <Star aria-hidden="true" className="size-3.5 fill-saffron text-saffron" />
            <span className="sr-only">{t('seller.stars', { rating })}</span>
          </dt>
          <dd className="contents">
            <span aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-sunken">
              <span
                className="block h-full rounded-full bg-saffron"
                style={{ width: `${((count ?? 0) / most) * 100}%` }}
              />
            </span>
            <span className="tnum min-w-6 text-end text-ink-3">
              <span aria-hidden="true">{count}</span>
              {count === null ? null : (
                <span className="sr-only">{t('seller.countOfReviews', { count, ratingCount })}</span>
              )}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
