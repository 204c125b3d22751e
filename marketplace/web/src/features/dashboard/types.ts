import type { PriceType } from '../../../../contract/ads/listing-values.ts'
export const STATES = [
  'active',
  'reserved',
  'pending_review',
  'changes_requested',
  'draft',
  'paused',
  'expired',
  'sold',
  'rejected',
  'hidden',
  'removed',
] as const
export type ListingState = (typeof STATES)[number]

export interface MyListing {
  id: string
  title: string
  price_minor: number | null
  previous_price_minor: number | null
  currency: string
  price_type: PriceType
  /** Remaining quantity. */
  quantity: number
  state: ListingState
  /** Reason as a sentence; null for most states. */
  state_reason: string | null
  views_count: number
  saves_count: number
  chats_count: number
  cover_path: string | null
  first_published_at: string | null
  expires_at: string | null
  sold_at: string | null
  sold_price_minor: number | null
  updated_at: string
}

interface ToDoBase {
  listing_id: string
  title: string
  cover_path: string | null
  due: string
}

export type ToDo = ToDoBase &
  (
    | { kind: 'unread_conversation'; conversation_id: string; from: string; unread: number }
    | { kind: 'offer_ends'; conversation_id: string; from: string }
    | { kind: OrderTask; order_id: string; conversation_id: string; from: string }
    | { kind: DealTask; deal_id: string; conversation_id: string; from: string }
    | { kind: 'decision'; decision_no: number }
    | { kind: 'expires_soon' | 'draft' | 'expired' }
  )

export type OrderTask =
  | 'order_pay'
  | 'order_ship'
  | 'order_check'
  | 'order_answer'
  | 'order_problem'
  | 'order_send_back'
  | 'order_returned'

export type DealTask = 'deal_arrange' | 'deal_confirm' | 'deal_finish' | 'deal_send' | 'deal_arrived' | 'review_due'

/** Result of my_dashboard(). */
export interface Dashboard {
  listings: Partial<Record<ListingState, number>> & { total: number }
  /** Offers to answer, open deals and open orders. */
  offers: number
  favorites: number
  todo: ToDo[]
}
