import { paths } from '../../../../contract/paths.ts'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/t.ts'
import { Link } from '../../lib/router.tsx'
import { useNow } from '../../lib/use-now.ts'
import { formatMoney, formatPrice } from '../../ui/format.ts'
import { Photo } from '../../ui/Photo.tsx'
import { OfferAnswer } from './OfferAnswer.tsx'
import { useDealMutation } from './queries.ts'
import type { ListedOffer } from './types.ts'
import { timeLeft } from './wording.ts'

/** An open offer in a list: person, ad, amount, and buttons to answer. */
export function OfferRow({ offer, userId }: { offer: ListedOffer; userId: string }) {
  const now = useNow()
  const { conversation, listing } = offer
  const mine = offer.from_id === userId
  const amISeller = conversation.seller_id === userId
  const other = amISeller ? conversation.buyer : conversation.seller
  const amount = formatPrice(offer.amount_minor, offer.currency)
  const isFree = offer.amount_minor === 0
  const about = isFree
    ? t('offers.requestFor', { title: listing?.title ?? t('offers.theAd') })
    : t('offers.amountFor', { amount, title: listing?.title ?? t('offers.theAd') })
  return (
    <div className="grid gap-2.5 py-3.5">
      <Link to={paths.conversation(conversation.id)} className="flex min-w-0 items-center gap-3">
        <Photo path={listing?.cover_path} alt="" sizes="48px" className="w-12 shrink-0 rounded-control" />
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 text-[14px]/5">
            <Trans
              id={mine ? /*i18n*/ 'offers.toFor' : /*i18n*/ 'offers.fromFor'}
              values={{ name: other.display_name, title: listing?.title }}
              components={{ 0: <b className="font-semibold" />, 1: <span className="text-ink-2" /> }}
            />
          </span>
          <span className="flex flex-wrap items-baseline gap-x-2">
            <span className="type-price">{amount}</span>
            <span className="type-small tnum text-ink-2">{shareText(offer)}</span>
          </span>
        </span>
        <span className="type-small tnum shrink-0 text-ink-2">
          {timeLeft(offer.expires_at, now) ?? t('common.expired')}
        </span>
      </Link>
      <OfferAnswer
        offer={offer}
        ad={listing}
        mine={mine}
        role={amISeller ? 'seller' : 'buyer'}
        actions={useDealMutation()}
        names={{
          accept: t('offers.acceptAbout', { about }),
          counter: t('offers.counterAbout', { about }),
          decline: t('offers.declineAbout', { about }),
          withdraw: t('offers.withdrawAbout', { about }),
        }}
        className="flex flex-wrap gap-2"
        buttonClass="max-w-40 flex-1"
      />
    </div>
  )
}

/** "asking €75, 87%" */
function shareText({ amount_minor, currency, listing }: ListedOffer): string {
  if (!listing?.price_minor) return ''
  return t('offers.askingPercent', {
    amount: formatMoney(listing.price_minor, currency),
    number: Math.round((100 * amount_minor) / listing.price_minor),
  })
}
