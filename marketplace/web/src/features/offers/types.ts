import type { Delivery } from '../../../../contract/ads/listing-values.ts'
import type { Tables } from '../../../../contract/database.types.ts'

export type OfferState = 'pending' | 'accepted' | 'declined' | 'countered' | 'withdrawn' | 'expired' | 'superseded'
export type DealState = 'agreed' | 'scheduled' | 'handed_over' | 'completed' | 'cancelled' | 'no_show'

/** `current_state` is computed with the server's clock. */
export interface Offer extends Omit<Tables<'offers'>, 'changed_at' | 'client_id'> {
  by_role: 'buyer' | 'seller'
  state: OfferState
  current_state: OfferState
}

/** The buyer receives the item and pays for it. */
export interface Deal extends Omit<Tables<'deals'>, 'changed_at'> {
  mode: 'meetup' | 'ship'
  state: DealState
  /** The ad's delivery options; null when it can no longer be read. */
  ad: { delivery: Delivery } | null
}

/** Every offer, oldest first, and every deal, newest first, of one conversation. */
export interface ConversationDeals {
  offers: Offer[]
  deals: Deal[]
}

/** The fields of an ad that offers need. */
export interface OfferedAd {
  id: string
  title: string
  price_minor: number | null
  currency: string
  cover_path: string | null
}

interface DealPerson {
  id: string
  display_name: string
  avatar_path: string | null
}

/** The result of offer_terms(). Amounts in minor units; floor_minor is null when any amount is allowed. */
export interface OfferTerms {
  price_minor: number | null
  currency: string
  floor_minor: number | null
  tries: number
  tries_left: number
  open: { id: string; amount_minor: number; mine: boolean } | null
}

export const REVIEW_TAGS = ['on_time', 'friendly', 'as_described', 'communicative'] as const
export type ReviewTag = (typeof REVIEW_TAGS)[number]

/** A row of `reviews` with its author. */
export interface Review extends Omit<Tables<'reviews'>, 'listing_id' | 'published_at' | 'replied_at'> {
  tags: ReviewTag[]
  state: 'submitted' | 'published' | 'held' | 'removed'
  author: DealPerson | null
}

/** A deal for lists: with its ad, both people, and the reviews that the user may read. */
export interface ListedDeal extends Deal {
  listing: OfferedAd | null
  buyer: DealPerson
  seller: DealPerson
  reviews: Pick<Review, 'id' | 'author_id' | 'state' | 'rating'>[]
  /** Orders that pay for it here. */
  orders: { id: string; paid_at: string | null }[]
}

/** Whether it is paid for here: its order then has the next step. */
export function isOrdered({ orders }: Pick<ListedDeal, 'orders'>): boolean {
  return orders.some(({ paid_at }) => paid_at !== null)
}

/** An open offer for lists. */
export interface ListedOffer extends Offer {
  listing: OfferedAd | null
  conversation: { id: string; buyer_id: string; seller_id: string; buyer: DealPerson; seller: DealPerson }
}

const OPEN: readonly DealState[] = ['agreed', 'scheduled', 'handed_over']

export function isOpen(deal: Pick<Deal, 'state'>): boolean {
  return OPEN.includes(deal.state)
}

/** Reviews can be written for 14 days, as in the database (private.review_time). */
const REVIEW_DAYS = 14

export function canReview(deal: Pick<Deal, 'state' | 'ended_at'>, now: Date = new Date()): boolean {
  if ((deal.state !== 'completed' && deal.state !== 'no_show') || deal.ended_at === null) return false
  return now.getTime() - Date.parse(deal.ended_at) < REVIEW_DAYS * 86_400_000
}
