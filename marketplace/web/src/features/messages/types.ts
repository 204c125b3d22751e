/** One person as the other sees them. */
export interface Person {
  id: string
  display_name: string
  avatar_path: string | null
  phone_verified: boolean
  rating_average: number | null
  rating_count: number
  sold_count: number
  response_minutes: number | null
  joined_at: string
  /** Days of a vacation (UTC); see awayUntil(). */
  away_from: string | null
  away_until: string | null
  /** Since when they are gone: the rest then says nothing about them. */
  left_at: string | null
}

export interface TalkedAboutAd {
  id: string
  type: 'sell' | 'wanted' | 'free' | 'swap'
  /** How many there still are. */
  quantity: number
  title: string
  price_minor: number | null
  previous_price_minor: number | null
  currency: string
  price_type: 'fixed' | 'negotiable' | 'free' | 'on_request'
  state: string
  cover_path: string | null
}

/** The offer that is open in a conversation, as its row in the list names it. */
export interface OpenOffer {
  amount_minor: number
  currency: string
  expires_at: string
}

/** A deal that is under way or done. */
export interface TalkedDeal {
  amount_minor: number
  currency: string
  state: 'agreed' | 'scheduled' | 'handed_over' | 'completed'
  meet_at: string | null
}

/** What a system line about an offer or a deal is called. */
type SystemCode = `offer_${string}` | `meetup_${string}` | `deal_${string}`

/** A row of `conversations` with the ad, both people, and the offer and the deal that are open. */
export interface Conversation {
  id: string
  listing_id: string
  buyer_id: string
  seller_id: string
  state: 'open' | 'locked' | 'closed'
  lock_reason: 'blocked' | 'moderation' | 'listing_removed' | 'left' | null
  last_message_at: string
  last_message_body: string
  /** What the last message is where it is more than words: one of these, or the code of a system line about a deal. */
  last_message_hint: 'photo' | 'warned' | 'deleted' | 'offer' | 'meetup' | SystemCode | null
  last_sender_id: string | null
  buyer_unread: number
  seller_unread: number
  buyer_archived_at: string | null
  seller_archived_at: string | null
  listing: TalkedAboutAd | null
  buyer: Person
  seller: Person
  offers: OpenOffer[]
  /** Under way or done, the newest first. */
  deals: TalkedDeal[]
  /** Whether the two see one another read; known of the open conversation only. */
  shows_receipts?: boolean
}

/** A row of `messages`. Of kind system, `body` is a code. */
export interface Message {
  id: string
  conversation_id: string
  sender_id: string
  kind: 'text' | 'image' | 'offer' | 'system' | 'meetup'
  body: string | null
  payload: Record<string, unknown>
  client_id: string
  created_at: string
  delivered_at: string | null
  read_at: string | null
  /** Taken back by its sender; body and payload are empty then. */
  deleted_at?: string | null
  /** The pattern that its reader is warned of. */
  notice?: string | null
  /** Contact details were taken out. */
  masked?: boolean
}

/** The other person, and what waits for me. */
export function otherPerson(conversation: Conversation, myId: string): Person {
  return conversation.buyer_id === myId ? conversation.seller : conversation.buyer
}

/** The deal that the two have now, or by which the ad was sold. */
export function dealOf({ deals, listing }: Pick<Conversation, 'deals' | 'listing'>): TalkedDeal | null {
  const [deal] = deals
  return deal && (deal.state !== 'completed' || listing?.state === 'sold') ? deal : null
}

export function unreadOf(conversation: Conversation, myId: string): number {
  return conversation.buyer_id === myId ? conversation.buyer_unread : conversation.seller_unread
}

/** Whether I put the conversation away; the next message brings it back. */
export function isArchived(conversation: Conversation, myId: string): boolean {
  return (conversation.buyer_id === myId ? conversation.buyer_archived_at : conversation.seller_archived_at) !== null
}
