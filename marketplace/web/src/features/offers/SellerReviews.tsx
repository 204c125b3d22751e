import type { ReactNode } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useReviewsOf } from './queries.ts'
import { ReviewItem } from './ReviewItem.tsx'
import type { Review } from './types.ts'

interface SellerReviewsProps {
  seller: { id: string; display_name: string; rating_average: number | null; rating_count: number }
  /** The way to report one of them. */
  reportOf: (review: Review) => ReactNode
}

/** What people wrote about somebody, the newest first. The average stands here from five reviews on. */
export function SellerReviews({ seller, reportOf }: SellerReviewsProps) {
  const reviews = useReviewsOf(seller.id)
  const items = reviews.data?.pages.flat() ?? []
  return (
    <section aria-labelledby="reviews" className="mt-10 max-w-3xl md:mt-14">
      <h2 id="reviews" className="type-h2 mb-1">
        {t('Reviews')}
      </h2>
      {reviews.isPending ? (
        <Skeleton className="mt-4 h-40 rounded-panel" />
      ) : reviews.isError ? (
        <LoadFailed what={t('the reviews')} onRetry={() => void reviews.refetch()} as="h3" />
      ) : items.length === 0 ? (
        <p className="text-ink-2">{t('No reviews yet. They come after deals made here.')}</p>
      ) : (
        <>
          <p className="tnum text-ink-2">
            {seller.rating_average === null
              ? t('{ratingCount, plural, one {# review} other {# reviews}}. The average shows from five on.', {
                  ratingCount: seller.rating_count,
                })
              : t('{number} of 5 stars from {ratingCount, plural, one {# review} other {# reviews}}.', {
                  number: Number(seller.rating_average).toFixed(1),
                  ratingCount: seller.rating_count,
                })}
          </p>
          <ul className="panel mt-4 divide-y divide-line px-4 md:px-5">
            {items.map((review) => (
              <ReviewItem key={review.id} review={review}>
                {reportOf(review)}
              </ReviewItem>
            ))}
          </ul>
          {reviews.hasNextPage ? (
            <Button
              variant="secondary"
              className="mt-4"
              loading={reviews.isFetchingNextPage}
              loadingLabel={t('Loading')}
              onClick={() => void reviews.fetchNextPage()}
            >
              {t('Show more reviews')}
            </Button>
          ) : null}
        </>
      )}
    </section>
  )
}
