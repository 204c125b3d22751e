import { useState } from 'react'
import { Appointment } from '../../features/offers/DealParts.tsx'
import { MeetupDialog } from '../../features/offers/MeetupDialog.tsx'
import { useConversationDeals } from '../../features/offers/queries.ts'
import type { ListedOrder } from '../../features/orders/types.ts'
import { t } from '../../i18n/t.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/Button.tsx'

interface OrderMeetupProps {
  order: ListedOrder
  userId: string
  otherName: string
}

/** Time and place of an order's meet-up: agreed, suggested, or open. */
export function OrderMeetup({ order, userId, otherName }: OrderMeetupProps) {
  if (order.delivery !== 'meet' || !order.conversation_id || !order.deal_id) return null
  return <Meeting conversationId={order.conversation_id} dealId={order.deal_id} userId={userId} otherName={otherName} />
}

interface MeetingProps {
  conversationId: string
  dealId: string
  userId: string
  otherName: string
}

function Meeting({ conversationId, dealId, userId, otherName }: MeetingProps) {
  const now = useNow()
  const [isOpen, setOpen] = useState(false)
  const { data } = useConversationDeals(conversationId)
  const deal = data?.deals.find(({ id }) => id === dealId)
  if (!deal) return null
  // The code is the seller's main action.
  const isSeller = deal.seller_id === userId
  const isTimed = deal.meet_at !== null || deal.proposed_at !== null
  return (
    <section aria-label={t('common.meetUp')} className="grid gap-3">
      {isTimed ? <Appointment deal={deal} myId={userId} otherName={otherName} now={now} /> : null}
      <Button variant={isTimed || isSeller ? 'secondary' : 'primary'} onClick={() => setOpen(true)}>
        {isTimed ? t('offers.meetup.change') : t('offers.deal.propose')}
      </Button>
      <MeetupDialog deal={deal} open={isOpen} onOpenChange={setOpen} />
    </section>
  )
}
