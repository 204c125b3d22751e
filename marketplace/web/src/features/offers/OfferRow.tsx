import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { formatMoney, formatPrice } from '../../ui/format.ts'
import { Photo } from '../../ui/Photo.tsx'
import { OfferDialog } from './OfferDialog.tsx'
import { useTradeActs } from './queries.ts'
import type { ListedOffer } from './types.ts'
import { useNow } from './use-now.ts'
import { timeLeft } from './wording.ts'

/** An open offer in a list: who, for what, how much, and the answers. */
export function OfferRow({ offer, userId }: { offer: ListedOffer; userId: string }) {
  const { answer } = useTradeActs()
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
    ? t('the request for {title}', { title: listing?.title ?? t('the ad') })
    : t('{amount} for {title}', { amount, title: listing?.title ?? t('the ad') })
  return (
    <div className="grid gap-2.5 py-3.5">
      <Link to={paths.conversation(conversation.id)} className="flex min-w-0 items-center gap-3">
        <Photo path={listing?.cover_path} alt="" sizes="48px" className="w-12 shrink-0 rounded-control" />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-[14px]/5">
            <b className="font-semibold">{mine ? t('To {name}', { name: other.display_name }) : other.display_name}</b>{' '}
            <span className="text-ink-2">{t('for {title}', { title: listing?.title })}</span>
          </span>
          <span className="flex flex-wrap items-baseline gap-x-2">
            <span className="type-price">{amount}</span>
            <span className="type-small tnum text-ink-2">{shareText(offer)}</span>
          </span>
        </span>
        <span className="type-small tnum shrink-0 text-ink-2">{timeLeft(offer.expires_at, now) ?? 'over'}</span>
      </Link>
      {mine ? (
        <Button
          variant="ghost"
          size="s"
          className="w-fit"
          aria-label={t('Withdraw {about}', { about })}
          loading={answer.isPending}
          loadingLabel={t('Withdrawing')}
          onClick={() => act('withdraw')}
        >
          {t('Withdraw')}
        </Button>
      ) : (
        <div className="flex gap-2">
          <Button
            size="s"
            className="max-w-40 flex-1"
            aria-label={t('Accept {about}', { about })}
            loading={answer.isPending && answer.variables.verb === 'accept'}
            loadingLabel={t('Accepting')}
            onClick={() => act('accept')}
          >
            {isFree ? t('Yes') : t('Accept')}
          </Button>
          {isFree ? null : (
            <Button
              variant="secondary"
              size="s"
              className="max-w-40 flex-1"
              aria-label={t('Counter {about}', { about })}
              onClick={() => setCountering(true)}
            >
              {t('Counter')}
            </Button>
          )}
          <Button variant="ghost" size="s" aria-label={t('Decline {about}', { about })} onClick={() => act('decline')}>
            {isFree ? t('No') : t('Decline')}
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
  return t('asking {amount}, {number}%', {
    amount: formatMoney(listing.price_minor, currency),
    number: Math.round((100 * amount_minor) / listing.price_minor),
  })
}
