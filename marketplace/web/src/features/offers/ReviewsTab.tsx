import { Star } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { firstNameOf } from '../../app/person-names.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatDate } from '../../ui/format.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useMyTrades, useReviewsBy, useReviewsOf } from './queries.ts'
import { ReviewDialog } from './ReviewDialog.tsx'
import { ReviewItem } from './ReviewItem.tsx'
import { canReview, type ListedDeal, REVIEW_DAYS, type Review } from './types.ts'

/** What one may still write, what others wrote, and what one wrote oneself. */
export function ReviewsTab({ userId, reportOf }: { userId: string; reportOf: (review: Review) => ReactNode }) {
  const trades = useMyTrades(userId)
  const given = useReviewsBy(userId)
  const received = useReviewsOf(userId)
  const failed = [trades, given, received].find(({ isError }) => isError)
  if (failed) {
    return (
      <>
        <h1 className="type-h1 mb-8">{t('Reviews')}</h1>
        <LoadFailed what={t('your reviews')} onRetry={() => void failed.refetch()} />
      </>
    )
  }
  const due =
    trades.data?.deals.filter(
      (deal) => canReview(deal) && !deal.reviews.some(({ author_id }) => author_id === userId),
    ) ?? []
  const ofMe = received.data?.pages.flat() ?? []
  const isLoaded = trades.data && given.data && received.data
  return (
    <div className="grid max-w-3xl gap-8">
      <h1 className="type-h1">{t('Reviews')}</h1>
      {isLoaded ? null : <Skeleton className="h-32 rounded-panel" />}
      {isLoaded && due.length + ofMe.length + given.data.length === 0 ? (
        <EmptyState
          icon={<Star strokeWidth={1.75} />}
          title={t('No reviews yet')}
          line={t('After a deal, both sides write what it was like.')}
          action={<LinkButton to={paths.offers}>{t('Offers and deals')}</LinkButton>}
        />
      ) : null}
      {due.length > 0 ? (
        <section aria-labelledby="reviews-due">
          <h2 id="reviews-due" className="type-h3 mb-3">
            {t('To write')}
          </h2>
          <ul className="panel divide-y divide-line px-4 md:px-5">
            {due.map((deal) => (
              <DueReview key={deal.id} deal={deal} userId={userId} />
            ))}
          </ul>
        </section>
      ) : null}
      {ofMe.length > 0 ? (
        <section aria-labelledby="reviews-of-me">
          <h2 id="reviews-of-me" className="type-h3 mb-3">
            {t('About you')}
          </h2>
          <ul className="panel divide-y divide-line px-4 md:px-5">
            {ofMe.map((review) => (
              <ReviewItem key={review.id} review={review} canReply>
                {reportOf(review)}
              </ReviewItem>
            ))}
          </ul>
          {received.hasNextPage ? (
            <Button
              variant="secondary"
              className="mt-4"
              loading={received.isFetchingNextPage}
              loadingLabel={t('Loading')}
              onClick={() => void received.fetchNextPage()}
            >
              {t('Show more')}
            </Button>
          ) : null}
        </section>
      ) : null}
      {given.data && given.data.length > 0 ? (
        <section aria-labelledby="reviews-by-me">
          <h2 id="reviews-by-me" className="type-h3 mb-3">
            {t('By you')}
          </h2>
          <ul className="panel divide-y divide-line px-4 md:px-5">
            {given.data.map((review) => (
              <ReviewItem key={review.id} review={review} isOwn />
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  )
}

function DueReview({ deal, userId }: { deal: ListedDeal; userId: string }) {
  const [open, setOpen] = useState(false)
  const name = firstNameOf((deal.buyer_id === userId ? deal.seller : deal.buyer).display_name)
  const until = new Date(Date.parse(deal.ended_at ?? '') + REVIEW_DAYS * 86_400_000)
  return (
    <li className="flex items-center gap-4 py-3.5">
      <p className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{t('How was it with {name}?', { name })}</span>
        <span className="type-small block truncate text-ink-2">
          {t('{itemTitle}, until {date}', { itemTitle: deal.item_title, date: formatDate(until) })}
        </span>
      </p>
      <Button
        variant="soft"
        size="s"
        aria-label={t('Write a review of {name}', { name })}
        onClick={() => setOpen(true)}
      >
        {t('Write')}
      </Button>
      <ReviewDialog deal={deal} otherName={name} open={open} onOpenChange={setOpen} />
    </li>
  )
}
