import { Gift, HandCoins } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { DealPanel } from './DealPanel.tsx'
import { OfferDialog } from './OfferDialog.tsx'
import { useConversationDeals, useReviewsBy } from './queries.ts'
import { RequestDialog } from './RequestDialog.tsx'
import { canOffer } from './thread-actions.ts'
import { canReview, type Deal, isOpen, type OfferedAd } from './types.ts'

/** The thread context that offers and deals need. */
export interface DealContext {
  conversationId: string
  myId: string
  otherName: string
  role: 'buyer' | 'seller'
  ad: (OfferedAd & { type: string; quantity: number; state: string; price_type: string }) | null
  canWrite: boolean
  isOtherAway: boolean
}

/** The open deal, or the latest one that can still be reviewed. */
function currentDeal(deals: readonly Deal[] | undefined): Deal | undefined {
  return deals?.find(isOpen) ?? deals?.find((deal) => canReview(deal))
}

function useHasReviewed(myId: string, deal: Deal | undefined): boolean {
  const { data } = useReviewsBy(myId)
  return data?.some((review) => review.deal_id === deal?.id) ?? false
}

/** The deal, beside the thread on wide screens. */
export function DealAside({
  conversationId,
  myId,
  otherName,
}: Pick<DealContext, 'conversationId' | 'myId' | 'otherName'>) {
  const { data } = useConversationDeals(conversationId)
  const deal = currentDeal(data?.deals)
  const hasReviewed = useHasReviewed(myId, deal)
  if (!deal) return null
  return (
    <section aria-labelledby="deal-title" className="grid gap-3">
      <h2 id="deal-title" className="type-h3">
        {deal.mode === 'meetup' && isOpen(deal) ? t('common.meetUp') : t('offers.yourDeal')}
      </h2>
      <DealPanel deal={deal} myId={myId} otherName={otherName} where="aside" hasReviewed={hasReviewed} />
    </section>
  )
}

/** Progress of the deal, above the thread when there is no room beside it. */
export function DealSteps({ conversationId }: DealContext) {
  const { data } = useConversationDeals(conversationId)
  const deal = currentDeal(data?.deals)
  if (!deal || deal.state === 'no_show') return null
  const steps = [
    t('offers.step.agreed'),
    deal.mode === 'ship' ? t('offers.step.sent') : t('offers.step.meet'),
    t('common.done'),
  ]
  const current = deal.state === 'completed' ? steps.length : 1
  return (
    <ol
      aria-label={t('offers.steps')}
      className="type-small grid grid-cols-3 gap-1.5 border-b border-line px-4 pb-2.5 md:px-6 xl:hidden"
    >
      {steps.map((step, at) => (
        <li
          key={step}
          aria-current={at === current ? 'step' : undefined}
          className={cx('grid gap-1.5', at > current ? 'text-ink-2' : 'font-semibold')}
        >
          <span
            aria-hidden="true"
            className={cx('h-1 rounded-full', at < current ? 'bg-brand' : at === current ? 'bg-saffron' : 'bg-line')}
          />
          {step}
        </li>
      ))}
    </ol>
  )
}

/** The deal's next step, after the messages, when there is no room beside the thread. */
export function DealAtEnd({ conversationId, myId, otherName }: DealContext) {
  const { data } = useConversationDeals(conversationId)
  const deal = currentDeal(data?.deals)
  const hasReviewed = useHasReviewed(myId, deal)
  if (!deal) return null
  return (
    <section aria-label={t('offers.yourDeal')} className="mt-4 w-full max-w-md justify-self-center xl:hidden">
      <DealPanel deal={deal} myId={myId} otherName={otherName} where="log" hasReviewed={hasReviewed} />
    </section>
  )
}

/** A button beside the composer to make an offer, while one can be made. */
export function OfferTool(context: DealContext) {
  const { conversationId, role, ad } = context
  const { data } = useConversationDeals(conversationId)
  const [open, setOpen] = useState(false)
  if (!ad || !data || !canOffer(context, data)) return null
  const isFree = ad.price_type === 'free'
  const Icon = isFree ? Gift : HandCoins
  const asked = { ad, conversationId, open, onOpenChange: setOpen, onSent: () => undefined }
  return (
    <>
      <IconButton
        icon={Icon}
        label={isFree ? t('offers.askForIt') : t('offers.makeAnOffer')}
        onClick={() => setOpen(true)}
      />
      {isFree ? <RequestDialog {...asked} /> : <OfferDialog {...asked} side={role} />}
    </>
  )
}
