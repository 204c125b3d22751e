import { useState } from 'react'
import { useReviewsBy } from '../../features/offers/queries.ts'
import { ReviewDialog } from '../../features/offers/ReviewDialog.tsx'
import { StarButtons } from '../../features/offers/Stars.tsx'
import type { Order } from '../../features/orders/types.ts'
import { t } from '../../i18n/t.ts'

const REVIEW_MS = 14 * 86_400_000

interface OrderReviewProps {
  order: Order
  userId: string
  otherName: string
}

/** Star rating of the other user, after the order is complete and while reviews are open. */
export function OrderReview({ order, userId, otherName }: OrderReviewProps) {
  const [rating, setRating] = useState(0)
  const { data: written } = useReviewsBy(userId)
  const { deal_id: dealId, completed_at: done } = order
  const isTime = done !== null && Date.now() < Date.parse(done) + REVIEW_MS
  if (!dealId || !isTime || !written || written.some((review) => review.deal_id === dealId)) return null
  return (
    <section aria-labelledby="review-title" className="panel grid gap-3 p-5 md:p-6">
      <h2 id="review-title" className="type-h3">
        {t('offers.review.howWasIt', { otherName })}
      </h2>
      <StarButtons onChoose={setRating} />
      <ReviewDialog deal={{ id: dealId }} otherName={otherName} rating={rating} onClose={() => setRating(0)} />
    </section>
  )
}
