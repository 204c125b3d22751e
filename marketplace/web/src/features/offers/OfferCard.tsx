import { t } from '../../i18n/t.ts'
import { useNow } from '../../lib/use-now.ts'
import { Badge } from '../../ui/Badge.tsx'
import { cx } from '../../ui/cx.ts'
import { formatMoney, formatPrice } from '../../ui/format.ts'
import { OfferAnswer } from './OfferAnswer.tsx'
import { useConversationDeals, useDealMutation } from './queries.ts'
import type { Offer, OfferedAd } from './types.ts'
import { OFFER_STATES, timeLeft } from './wording.ts'

interface OfferCardProps {
  offerId: string
  conversationId: string
  /** Amount from the message, used until the offer itself is loaded. */
  amountMinor: number
  words: string | null
  mine: boolean
  /** "You", or the other person's name. */
  author: string
  /** The user's role in the conversation. */
  role: 'buyer' | 'seller'
  ad: OfferedAd | null
}

/** An offer in the thread: its text, its status, and the available actions. */
export function OfferCard(props: OfferCardProps) {
  const { offerId, conversationId, words, mine, author, ad } = props
  const deals = useConversationDeals(conversationId)
  const offer = deals.data?.offers.find(({ id }) => id === offerId)
  const now = useNow(offer?.current_state === 'pending')
  const currency = offer?.currency ?? ad?.currency
  const amountMinor = offer?.amount_minor ?? props.amountMinor
  const isFree = amountMinor === 0
  const amount = formatPrice(amountMinor, currency)
  const left = offer?.current_state === 'pending' ? timeLeft(offer.expires_at, now) : null
  const state = offer ? (offer.current_state === 'pending' && left === null ? 'expired' : offer.current_state) : null
  const title = titleOf(isFree ? 'request' : offer?.counters_id ? 'counter' : 'offer', mine ? null : author)
  return (
    <article
      aria-label={isFree ? title : t('offers.titleOfAmount', { title, amount })}
      className={cx(
        'w-full max-w-[300px] overflow-hidden rounded-panel border bg-surface',
        mine && 'justify-self-end',
        state === 'accepted' ? 'border-success' : 'border-line',
      )}
    >
      <div className="grid gap-1 px-4 py-3.5">
        <div className="flex min-h-6 items-center justify-between gap-3">
          <span className="type-small text-ink-2">{title}</span>
          {state ? <Badge tone={OFFER_STATES[state].tone}>{OFFER_STATES[state].label}</Badge> : null}
        </div>
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="tnum font-display text-[26px]/8 font-[680] tracking-[-0.03em]">
            {isFree ? (mine ? t('offers.iWouldLikeIt') : t('offers.wouldLikeIt')) : amount}
          </span>
          {ad?.price_minor ? (
            <span className="type-small text-ink-2">
              {t('offers.askingAmount', { amount: formatMoney(ad.price_minor, ad.currency) })}
            </span>
          ) : null}
        </p>
        {words ? <p className="text-[14px]/5 text-ink-2 [overflow-wrap:anywhere]">{words}</p> : null}
        {left ? <p className="type-small tnum text-ink-2">{left}</p> : null}
      </div>
      {offer && state === 'pending' ? <Answers {...props} offer={offer} amount={amount} /> : null}
    </article>
  )
}

function Answers({ offer, amount, mine, role, ad }: OfferCardProps & { offer: Offer; amount: string }) {
  const isFree = offer.amount_minor === 0
  return (
    <OfferAnswer
      offer={offer}
      ad={ad}
      mine={mine}
      role={role}
      actions={useDealMutation({ isToldThere: true })}
      names={{
        accept: isFree ? t('offers.yesKeepIt') : t('offers.acceptAmount', { amount }),
        counter: t('offers.counterAmount', { amount }),
        decline: isFree ? t('offers.noNotThisTime') : t('offers.declineAmount', { amount }),
      }}
      className={cx('flex flex-wrap gap-2 border-t border-line px-3', mine ? 'py-2.5' : 'py-3')}
      buttonClass="flex-1 px-2!"
    />
  )
}

/** "Your offer", "Ana’s request". */
function titleOf(what: 'request' | 'counter' | 'offer', author: string | null): string {
  if (what === 'request') return author === null ? t('offers.yourRequest') : t('offers.requestOf', { author })
  if (what === 'counter') return author === null ? t('offers.yourCounterOffer') : t('offers.counterOfferOf', { author })
  return author === null ? t('offers.yourOffer') : t('offers.offerOf', { author })
}
