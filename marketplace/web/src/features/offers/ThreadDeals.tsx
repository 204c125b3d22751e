import { Gift, HandCoins, Handshake } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { formatAppointment, formatPrice } from '../../ui/format.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { DealPanel } from './DealPanel.tsx'
import { OfferDialog } from './OfferDialog.tsx'
import { useConversationDeals, useReviewsBy } from './queries.ts'
import { RequestDialog } from './RequestDialog.tsx'
import { canOffer } from './thread-acts.ts'
import { canReview, type Deal, isOpen, type OfferedAd } from './types.ts'

/** What a thread knows about itself that its offers and deals need. */
export interface DealContext {
  conversationId: string
  myId: string
  otherName: string
  role: 'buyer' | 'seller'
  ad: (OfferedAd & { type: string; quantity: number; state: string; price_type: string }) | null
  canWrite: boolean
  isOtherAway: boolean
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
      <DealPanel deal={deal} myId={myId} otherName={otherName} hasReviewed={hasReviewed} />
    </section>
  )
}

/** Over the thread where there is no room beside it: the deal in a line, and the rest behind a tap. */
export function DealStrip({ conversationId, myId, otherName }: DealContext) {
  const { data } = useConversationDeals(conversationId)
  const deal = currentDeal(data?.deals)
  const hasReviewed = useHasReviewed(myId, deal)
  const [open, setOpen] = useState(false)
  if (!deal) return null
  return (
    <div className="flex items-center gap-3 border-b border-line bg-success-soft px-4 py-2 text-success-ink md:px-6 xl:hidden">
      <Handshake aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0" />
      <p className="type-small min-w-0 flex-1 truncate font-semibold">{lineOf(deal)}</p>
      <Button variant="secondary" size="s" onClick={() => setOpen(true)}>
        {deal.state === 'agreed' ? t('common.arrange') : t('common.open')}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t('offers.yourDeal')} description={deal.item_title}>
        <DealPanel deal={deal} myId={myId} otherName={otherName} hasReviewed={hasReviewed} />
      </Dialog>
    </div>
  )
}

function lineOf(deal: Deal): string {
  const amount = formatPrice(deal.amount_minor, deal.currency)
  const isFree = deal.amount_minor === 0
  if (deal.state === 'completed') return isFree ? t('offers.givenAway') : t('offers.strip.doneAt', { amount })
  if (deal.state === 'no_show') return t('offers.strip.didNotHappen')
  if (deal.state === 'handed_over') return t('offers.strip.onItsWay', { amount })
  if (deal.meet_at) return `${formatAppointment(deal.meet_at)}, ${deal.meet_place}`
  if (deal.proposed_at) return t('offers.strip.proposed', { when: formatAppointment(deal.proposed_at) })
  return isFree ? t('offers.strip.promised') : t('offers.strip.dealAt', { amount })
}

/** Beside the composer: an offer in this conversation, as long as one can be made. */
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
      <IconButton label={isFree ? t('offers.askForIt') : t('offers.makeAnOffer')} onClick={() => setOpen(true)}>
        <Icon aria-hidden="true" strokeWidth={1.75} className="size-5" />
      </IconButton>
      {isFree ? <RequestDialog {...asked} /> : <OfferDialog {...asked} side={role} />}
    </>
  )
}
