import type { ReactNode } from 'react'
import { REVIEWS_PAGE } from '../../../../contract/public-reviews.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { formatRating } from '../../ui/format-numbers.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useReviewsBy, useReviewsOf } from './queries.ts'
import { ReviewItem } from './ReviewItem.tsx'
import type { Review } from './types.ts'

const LIST = 'grid gap-x-10 md:grid-cols-2 [&>li]:content-start [&>li]:border-b [&>li]:border-line'

interface SellerReviewsProps {
  seller: { id: string; display_name: string; rating_average: number | null; rating_count: number }
  /** The signed-in user's own page: may reply to each review and see the reviews they wrote. */
  own: boolean
  /** How many reviews have how many stars. */
  bars: ReactNode
  /** The report button of a review. */
  reportOf: (review: Review) => ReactNode
}

/** A seller's reviews, newest first. The average is shown from five reviews on. */
export function SellerReviews({ seller, own, bars, reportOf }: SellerReviewsProps) {
  const reviews = useReviewsOf(seller.id)
  const items = reviews.data?.pages.flat() ?? []
  return (
    <section aria-labelledby="reviews" className="mt-10 md:mt-14">
      <h2 id="reviews" className="type-h2 mb-1">
        {t('common.reviews')}
      </h2>
      {reviews.isLoadingError ? (
        <LoadFailed onRetry={() => void reviews.refetch()} as="h3" />
      ) : items.length === 0 && !reviews.isPending ? (
        <p className="text-ink-2">{t('offers.review.none')}</p>
      ) : (
        <>
          <div className="grid gap-x-10 gap-y-3 lg:grid-cols-[220px_minmax(0,1fr)]">
            <div className="grid content-start gap-3">
              <p className="tnum text-ink-2">
                {seller.rating_average === null
                  ? t('offers.review.averageFromFive', {
                      ratingCount: seller.rating_count,
                    })
                  : t('offers.review.average', {
                      number: formatRating(Number(seller.rating_average)),
                      ratingCount: seller.rating_count,
                    })}
              </p>
              {bars}
            </div>
            {reviews.isPending ? (
              <UnreadReviews count={Math.min(seller.rating_count, REVIEWS_PAGE)} />
            ) : (
              <ul className={LIST}>
                {items.map((review) => (
                  <ReviewItem key={review.id} review={review} canReply={own}>
                    {reportOf(review)}
                  </ReviewItem>
                ))}
              </ul>
            )}
          </div>
          {reviews.hasNextPage ? (
            <Button
              variant="secondary"
              className="mt-4"
              loading={reviews.isFetchingNextPage}
              loadingLabel={t('app.loading')}
              onClick={() => void reviews.fetchNextPage()}
            >
              {t('offers.showMoreReviews')}
            </Button>
          ) : null}
        </>
      )}
      {own ? <OwnReviews userId={seller.id} /> : null}
    </section>
  )
}

function OwnReviews({ userId }: { userId: string }) {
  const { data = [] } = useReviewsBy(userId)
  if (data.length === 0) return null
  return (
    <>
      <h3 className="type-h3 mt-8">{t('offers.byYou')}</h3>
      <ul className={LIST}>
        {data.map((review) => (
          <ReviewItem key={review.id} review={review} isOwn />
        ))}
      </ul>
    </>
  )
}

/** A placeholder about as tall as the reviews: keeps the content below in place for links to `#reviews`. */
function UnreadReviews({ count }: { count: number }) {
  return (
    <div aria-hidden="true" className="grid gap-x-10 md:grid-cols-2">
      {[...Array(Math.max(1, count)).keys()].map((at) => (
        <div key={at} className="py-4">
          <Skeleton className="h-27 rounded-panel" />
        </div>
      ))}
    </div>
  )
}
