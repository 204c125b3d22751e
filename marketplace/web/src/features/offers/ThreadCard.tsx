import { MeetupCard } from './MeetupCard.tsx'
import { OfferCard } from './OfferCard.tsx'
import type { DealContext } from './ThreadDeals.tsx'

interface ThreadCardProps extends DealContext {
  message: { kind: string; body: string | null; payload: Record<string, unknown> }
  mine: boolean
  author: string
}

/** A message of kind offer or meetup, rendered with its current state. */
export function ThreadCard({ message, conversationId, mine, author, role, ad }: ThreadCardProps) {
  const { offer_id, amount_minor, deal_id, meet_at, place } = message.payload
  if (message.kind === 'meetup') {
    return (
      <MeetupCard
        dealId={String(deal_id)}
        conversationId={conversationId}
        meetAt={String(meet_at)}
        place={String(place)}
        mine={mine}
        author={author}
      />
    )
  }
  return (
    <OfferCard
      offerId={String(offer_id)}
      conversationId={conversationId}
      amountMinor={Number(amount_minor ?? 0)}
      words={message.body}
      mine={mine}
      author={author}
      role={role}
      ad={ad}
    />
  )
}
