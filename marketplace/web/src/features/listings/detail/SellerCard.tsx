import { BadgeCheck, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../../../../contract/paths.ts'
import { t } from '../../../i18n/t.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { formatCount } from '../../../ui/format.ts'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import type { Seller } from '../listing.ts'

/** Who sells it: name, marks, ratings and facts that the server counted. */
export function SellerCard({
  seller,
  follow,
}: {
  seller: Seller /** The button that follows them. */
  follow?: ReactNode
}) {
  return (
    <section aria-label={t('Seller')} className="panel p-4">
      <div className="flex items-center gap-3">
        <Avatar name={seller.display_name} path={seller.avatar_path} size={56} />
        <div className="min-w-0 flex-1">
          <p className="flex items-center gap-1.5 font-semibold">
            <span className="truncate">{seller.display_name}</span>
            <VerifiedMark seller={seller} />
          </p>
          <Rating seller={seller} />
        </div>
        <LinkButton to={paths.seller(seller.id)} variant="secondary" size="s">
          {t('View stall')}
        </LinkButton>
      </div>
      <SellerFacts seller={seller} className="mt-4 border-t border-line pt-3" />
      {follow ? <div className="mt-3">{follow}</div> : null}
    </section>
  )
}

/** What has been checked about this person, in words behind one tick. Nothing when nothing was. */
export function VerifiedMark({ seller }: { seller: Seller }) {
  const checked = [
    seller.business_verified && 'business',
    seller.id_verified && 'identity',
    seller.phone_verified && 'phone',
    seller.email_verified && 'e-mail',
  ].filter(Boolean)
  if (checked.length === 0) return null
  const words = t('Verified: {checked}', { checked: checked.join(', ') })
  return (
    <span title={words} className="shrink-0 text-brand">
      <BadgeCheck aria-hidden="true" strokeWidth={1.75} className="size-[18px]" />
      <span className="sr-only">{words}</span>
    </span>
  )
}

/** The average from five ratings on; before that only how many there are. */
export function Rating({ seller }: { seller: Seller }) {
  if (seller.rating_count === 0) return <p className="type-small text-ink-3">{t('No reviews yet')}</p>
  return (
    <p className="type-small tnum flex items-center gap-1.5 text-ink-2">
      {seller.rating_average !== null ? (
        <>
          <Star aria-hidden="true" className="size-4 fill-saffron text-saffron" />
          <span className="font-semibold text-ink">
            {Number(seller.rating_average).toFixed(1)}
            <span className="sr-only"> {t('of 5 stars,')}</span>
          </span>
        </>
      ) : null}
      {t('{ratingCount, plural, one {# review} other {# reviews}}', { ratingCount: seller.rating_count })}
    </p>
  )
}

export function SellerFacts({ seller, className }: { seller: Seller; className?: string }) {
  const facts = [
    ...(seller.response_minutes !== null
      ? [{ name: t('usual reply'), value: replyWords(seller.response_minutes) }]
      : []),
    ...(seller.response_rate !== null ? [{ name: t('answered in a day'), value: `${seller.response_rate}%` }] : []),
    { name: t('sold'), value: formatCount(seller.sold_count) },
    { name: t('joined'), value: String(new Date(seller.joined_at).getFullYear()) },
  ]
  return (
    <div className={className}>
      <dl className="grid auto-cols-fr grid-flow-col gap-3">
        {facts.map(({ name, value }) => (
          <div key={name} className="flex flex-col-reverse justify-end">
            <dt className="type-small text-ink-3">{name}</dt>
            <dd className="type-price">{value}</dd>
          </div>
        ))}
      </dl>
      {countedFrom(seller).map((line) => (
        <p key={line} className="type-small tnum mt-2 text-ink-2">
          {line}
        </p>
      ))}
    </div>
  )
}

/** How much the figures were counted from. Nothing where nothing was. */
function countedFrom(seller: Seller): string[] {
  const {
    response_rate: rate,
    response_count: asked,
    response_days: days,
    deal_count: deals,
    no_show_count: missed,
  } = seller
  return [
    ...(rate === null
      ? []
      : [
          t('Replies counted over {asked, plural, one {# first message} other {# first messages}} in {days} days.', {
            asked,
            days,
          }),
        ]),
    ...(deals === 0
      ? []
      : [
          missed === 0
            ? t('Missed none of {deals, plural, one {# deal} other {# deals}} made here.', { deals })
            : t('Missed {missed} of {deals, plural, one {# deal} other {# deals}} made here.', { missed, deals }),
        ]),
  ]
}

/** A median reply in the steps that people think in. */
export function replyWords(minutes: number): string {
  if (minutes < 60) return t('{number} min', { number: Math.max(1, Math.round(minutes)) })
  if (minutes < 24 * 60) return `${Math.round(minutes / 60)} h`
  return t('{number, plural, one {# day} other {# days}}', { number: Math.round(minutes / (24 * 60)) })
}
