import { BadgeCheck, Star } from 'lucide-react'
import { t } from '../../../i18n/t.ts'
import { cx } from '../../../ui/cx.ts'
import { formatCount, numbers } from '../../../ui/format.ts'
import { formatRating } from '../../../ui/format-numbers.ts'
import type { Seller } from '../listing.ts'

interface VerifiedMarkProps {
  seller: Seller
  /** Shows the text beside the tick. */
  isWritten?: boolean
  className?: string
}

/** The seller's verifications as text, behind one tick. Renders nothing without any. */
export function VerifiedMark({ seller, isWritten = false, className }: VerifiedMarkProps) {
  const checked = [
    seller.business_verified && t('common.business'),
    seller.id_verified && t('seller.card.identity'),
    seller.phone_verified && t('seller.card.phone'),
    seller.email_verified && t('seller.card.email'),
  ].filter(Boolean)
  if (checked.length === 0) return null
  const words = t('seller.card.verified', { checked: checked.join(', ') })
  return (
    <span
      title={isWritten ? undefined : words}
      className={cx('inline-flex shrink-0 items-center gap-1.5 text-brand', className)}
    >
      <BadgeCheck aria-hidden="true" strokeWidth={1.75} className="size-[18px]" />
      <span className={isWritten ? 'type-small' : 'sr-only'}>{words}</span>
    </span>
  )
}

/** The average rating, from five ratings on; below that only their number. */
export function Rating({ seller, soldToo = false }: { seller: Seller; soldToo?: boolean }) {
  const { rating_average: average, rating_count: ratingCount, sold_count: soldCount } = seller
  const counts = [
    ratingCount === 0 ? t('common.noReviewsYet') : t('seller.card.reviews', { ratingCount }),
    ...(soldToo && soldCount > 0 ? [t('seller.card.soldCount', { soldCount })] : []),
  ]
  return (
    <p className="type-small tnum flex items-center gap-1.5 text-ink-2">
      {average === null ? null : (
        <>
          <Star aria-hidden="true" className="size-4 fill-saffron text-saffron" />
          <span className="font-semibold text-ink">
            <span aria-hidden="true">{formatRating(Number(average))}</span>
            <span className="sr-only">{t('seller.card.ofFiveStars', { rating: formatRating(Number(average)) })}</span>
          </span>
        </>
      )}
      {counts.join(' · ')}
    </p>
  )
}

export function SellerFacts({ seller, className }: { seller: Seller; className?: string }) {
  const facts = [
    ...(seller.response_minutes !== null
      ? [{ name: t('seller.card.usualReply'), value: replyWords(seller.response_minutes) }]
      : []),
    ...(seller.response_rate !== null
      ? [
          {
            name: t('seller.card.answeredInADay'),
            value: numbers({ style: 'percent' }).format(seller.response_rate / 100),
          },
        ]
      : []),
    { name: t('seller.card.sold'), value: formatCount(seller.sold_count) },
    { name: t('seller.card.joined'), value: String(new Date(seller.joined_at).getFullYear()) },
  ]
  return (
    <div className={className}>
      <dl className="grid grid-flow-col justify-between gap-3">
        {facts.map(({ name, value }) => (
          <div key={name} className="flex flex-col-reverse justify-end">
            <dt className="type-small text-ink-3">{name}</dt>
            <dd className="type-price">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="type-small tnum mt-2 text-ink-3 empty:hidden">{meetupsOf(seller)}</p>
    </div>
  )
}

/** How many meet-ups were missed; null before the first deal. */
function meetupsOf({ deal_count: deals, no_show_count: missed }: Seller): string | null {
  if (deals === 0) return null
  return missed === 0 ? t('seller.card.missedNone', { deals }) : t('seller.card.missedSome', { missed, deals })
}

/** A median reply time, rounded to minutes, hours or days. */
function replyWords(minutes: number): string {
  if (minutes < 60) return t('seller.card.minutes', { number: Math.max(1, Math.round(minutes)) })
  if (minutes < 24 * 60) return `${Math.round(minutes / 60)} h`
  return t('seller.card.days', { number: Math.round(minutes / (24 * 60)) })
}
