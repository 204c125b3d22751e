import { Gift, HandCoins, Handshake } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { formatAppointment, formatPrice } from '../../ui/format.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { DealPanel } from './DealPanel.tsx'
import { OfferDialog } from './OfferDialog.tsx'
import { useReviewsBy, useTrade } from './queries.ts'
import { RequestDialog } from './RequestDialog.tsx'
import { canReview, type Deal, isOpen, type OfferedAd } from './types.ts'

/** What a thread knows about itself that its offers and deals need. */
export interface TradeContext {
  conversationId: string
  myId: string
  otherName: string
  role: 'buyer' | 'seller'
  ad: (OfferedAd & { state: string; price_type: string }) | null
}

/** The deal that matters now: the open one, or the last that can still be reviewed. */
function currentDeal(deals: readonly Deal[] | undefined): Deal | undefined {
  return deals?.find(isOpen) ?? deals?.find((deal) => canReview(deal))
}

function useHasReviewed(myId: string, deal: Deal | undefined): boolean {
  const { data } = useReviewsBy(myId)
  return data?.some((review) => review.deal_id === deal?.id) ?? false
}

/** Beside the thread on wide screens. */
export function DealAside({
  conversationId,
  myId,
  otherName,
}: Pick<TradeContext, 'conversationId' | 'myId' | 'otherName'>) {
  const { data } = useTrade(conversationId)
  const deal = currentDeal(data?.deals)
  const hasReviewed = useHasReviewed(myId, deal)
  if (!deal) return null
  return (
    <section aria-labelledby="deal-title" className="grid gap-3">
      <h2 id="deal-title" className="type-h3">
        {deal.mode === 'meetup' && isOpen(deal) ? t('Meet-up') : t('Your deal')}
      </h2>
      <DealPanel deal={deal} myId={myId} otherName={otherName} hasReviewed={hasReviewed} />
    </section>
  )
}

/** Over the thread where there is no room beside it: the deal in a line, and the rest behind a tap. */
export function DealStrip({ conversationId, myId, otherName }: TradeContext) {
  const { data } = useTrade(conversationId)
  const deal = currentDeal(data?.deals)
  const hasReviewed = useHasReviewed(myId, deal)
  const [open, setOpen] = useState(false)
  if (!deal) return null
  return (
    <div className="flex items-center gap-3 border-b border-line bg-success-soft px-4 py-2 text-success-ink md:px-6 xl:hidden">
      <Handshake aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0" />
      <p className="type-small min-w-0 flex-1 truncate font-semibold">{lineOf(deal)}</p>
      <Button variant="secondary" size="s" onClick={() => setOpen(true)}>
        {deal.state === 'agreed' ? t('Arrange') : t('Open')}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t('Your deal')} description={deal.item_title}>
        <DealPanel deal={deal} myId={myId} otherName={otherName} hasReviewed={hasReviewed} />
      </Dialog>
    </div>
  )
}

function lineOf(deal: Deal): string {
  const amount = formatPrice(deal.amount_minor, deal.currency)
  const isFree = deal.amount_minor === 0
  if (deal.state === 'completed') return isFree ? t('Given away') : t('Done at {amount}', { amount })
  if (deal.state === 'no_show') return t('The meet-up did not happen')
  if (deal.state === 'handed_over') return t('On its way, {amount}', { amount })
  if (deal.meet_at) return `${formatAppointment(deal.meet_at)}, ${deal.meet_place}`
  if (deal.proposed_at) return t('Proposed: {when}', { when: formatAppointment(deal.proposed_at) })
  return isFree ? t('Promised. Agree where to meet.') : t('Deal at {amount}. Agree where to meet.', { amount })
}

/** Beside the composer: an offer in this conversation, as long as one can be made. */
export function OfferTool({ conversationId, myId, role, ad }: TradeContext) {
  const { data } = useTrade(conversationId)
  const [open, setOpen] = useState(false)
  if (ad?.state !== 'active' || !data || data.deals.some(isOpen)) return null
  // What waits for my answer is answered on its card.
  if (data.offers.some((offer) => offer.current_state === 'pending' && offer.from_id !== myId)) return null
  const isFree = ad.price_type === 'free'
  // Of what is free somebody asks and the giver says yes; asking twice says nothing new.
  if (isFree && (role === 'seller' || data.offers.some((offer) => offer.current_state === 'pending'))) return null
  const Icon = isFree ? Gift : HandCoins
  const asked = { ad, conversationId, open, onOpenChange: setOpen, onSent: () => undefined }
  return (
    <>
      <IconButton label={isFree ? t('Ask for it') : t('Make an offer')} onClick={() => setOpen(true)}>
        <Icon aria-hidden="true" strokeWidth={1.75} className="size-5" />
      </IconButton>
      {isFree ? <RequestDialog {...asked} /> : <OfferDialog {...asked} side={role} />}
    </>
  )
}
