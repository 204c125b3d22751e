import type { ListingType, PriceType } from '../../../../contract/ads/listing-values.ts'
import type { Tables } from '../../../../contract/database.types.ts'
/** A person, as the other one sees them. */
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
  /** When they left; the other fields are then meaningless. */
  left_at: string | null
}

export interface TalkedAboutAd {
  id: string
  type: ListingType
  /** Remaining quantity. */
  quantity: number
  title: string
  price_minor: number | null
  previous_price_minor: number | null
  currency: string
  price_type: PriceType
  state: string
  cover_path: string | null
}

/** The open offer of a conversation, as shown in its row of the list. */
interface OpenOffer {
  amount_minor: number
  currency: string
  expires_at: string
}

/** A deal that is in progress or completed. */
export interface TalkedDeal {
  amount_minor: number
  currency: string
  state: 'agreed' | 'scheduled' | 'handed_over' | 'completed'
  mode: 'meetup' | 'ship'
  meet_at: string | null
  /** The order that pays for it here. */
  orders: readonly { state: string; paid_at: string | null }[]
}

/** Codes of system lines about offers and deals. */
type SystemCode = `offer_${string}` | `meetup_${string}` | `deal_${string}` | `order_${string}`

/** A row of `conversations` with the ad, both people, and the open offer and deal. */
export interface Conversation
  extends Omit<Tables<'conversations'>, 'created_at' | 'first_reply_at' | 'opened_at' | 'shows_receipts'> {
  state: 'open' | 'locked' | 'closed'
  lock_reason: 'blocked' | 'moderation' | 'listing_removed' | 'left' | null
  /** Kind of the last message if it is more than text: one of these, or the code of a system line about a deal. */
  last_message_hint: 'photo' | 'warned' | 'deleted' | 'offer' | 'meetup' | SystemCode | null
  listing: TalkedAboutAd | null
  buyer: Person
  seller: Person
  offers: OpenOffer[]
  /** In progress or completed, newest first. */
  deals: TalkedDeal[]
  /** Whether both have read receipts on; only loaded for the open conversation. */
  shows_receipts?: boolean
}

/** A row of `messages`. For kind system, `body` is a code. */
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
  /** Deleted by its sender; body and payload are then empty. */
  deleted_at?: string | null
  /** The scam pattern that its reader is warned of. */
  notice?: string | null
  /** The quoted part that the warning is about; null if it is the whole text. */
  notice_sentence?: string | null
  /** Contact details were masked. */
  masked?: boolean
}

/** The other person of the conversation. */
export function otherPerson(conversation: Conversation, myId: string): Person {
  return conversation.buyer_id === myId ? conversation.seller : conversation.buyer
}

/** The current deal, or the one by which the ad was sold. */
export function dealOf({ deals, listing }: Pick<Conversation, 'deals' | 'listing'>): TalkedDeal | null {
  const [deal] = deals
  return deal && (deal.state !== 'completed' || listing?.state === 'sold') ? deal : null
}

export function unreadOf(conversation: Conversation, myId: string): number {
  return conversation.buyer_id === myId ? conversation.buyer_unread : conversation.seller_unread
}

/** Whether the user has archived the conversation; the next message unarchives it. */
export function isArchived(conversation: Conversation, myId: string): boolean {
  return (conversation.buyer_id === myId ? conversation.buyer_archived_at : conversation.seller_archived_at) !== null
}
