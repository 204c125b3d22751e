import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../../contract/paths.ts'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { formatMoney, formatPrice } from '../../ui/format.ts'
import { Photo } from '../../ui/Photo.tsx'
import { OfferDialog } from './OfferDialog.tsx'
import { useDealActs } from './queries.ts'
import type { ListedOffer } from './types.ts'
import { useNow } from './use-now.ts'
import { timeLeft } from './wording.ts'

/** An open offer in a list: person, ad, amount, and buttons to answer. */
export function OfferRow({ offer, userId }: { offer: ListedOffer; userId: string }) {
  const { answer } = useDealActs()
  const [countering, setCountering] = useState(false)
  const now = useNow()
  const { conversation, listing } = offer
  const mine = offer.from_id === userId
  const amISeller = conversation.seller_id === userId
  const other = amISeller ? conversation.buyer : conversation.seller
  const amount = formatPrice(offer.amount_minor, offer.currency)
  const isFree = offer.amount_minor === 0
  const act = (verb: 'accept' | 'decline' | 'withdraw') => answer.mutate({ verb, offer })
  const about = isFree
    ? t('offers.requestFor', { title: listing?.title ?? t('offers.theAd') })
    : t('offers.amountFor', { amount, title: listing?.title ?? t('offers.theAd') })
  return (
    <div className="grid gap-2.5 py-3.5">
      <Link to={paths.conversation(conversation.id)} className="flex min-w-0 items-center gap-3">
        <Photo path={listing?.cover_path} alt="" sizes="48px" className="w-12 shrink-0 rounded-control" />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-[14px]/5">
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
      {mine ? (
        <Button
          variant="ghost"
          size="s"
          className="w-fit"
          aria-label={t('offers.withdrawAbout', { about })}
          loading={answer.isPending}
          loadingLabel={t('offers.withdrawing')}
          onClick={() => act('withdraw')}
        >
          {t('offers.withdraw')}
        </Button>
      ) : (
        <div className="flex gap-2">
          <Button
            size="s"
            className="max-w-40 flex-1"
            aria-label={t('offers.acceptAbout', { about })}
            loading={answer.isPending && answer.variables.verb === 'accept'}
            loadingLabel={t('offers.accepting')}
            onClick={() => act('accept')}
          >
            {isFree ? t('common.yes') : t('common.accept')}
          </Button>
          {isFree ? null : (
            <Button
              variant="secondary"
              size="s"
              className="max-w-40 flex-1"
              aria-label={t('offers.counterAbout', { about })}
              onClick={() => setCountering(true)}
            >
              {t('offers.counter')}
            </Button>
          )}
          <Button
            variant="ghost"
            size="s"
            aria-label={t('offers.declineAbout', { about })}
            onClick={() => act('decline')}
          >
            {isFree ? t('common.no') : t('common.decline')}
          </Button>
        </div>
      )}
      {listing ? (
        <OfferDialog
          ad={listing}
          side={amISeller ? 'seller' : 'buyer'}
          conversationId={conversation.id}
          counters={offer}
          open={countering}
          onOpenChange={setCountering}
          onSent={() => undefined}
        />
      ) : null}
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
