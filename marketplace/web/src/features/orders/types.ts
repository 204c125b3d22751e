import type { Condition } from '../../../../contract/ads/listing-values.ts'

export type OrderState =
  | 'awaiting_payment'
  | 'paid'
  | 'shipped'
  | 'delivered'
  | 'disputed'
  | 'returning'
  | 'completed'
  | 'cancelled'
  | 'expired'
  | 'refunded'
  | 'charged_back'

export type Role = 'buyer' | 'seller'

export interface OrderPerson {
  readonly id: string
  readonly display_name: string
  readonly avatar_path: string | null
  readonly response_minutes: number | null
}

export interface OrderItem {
  readonly position: number
  readonly listing_id: string | null
  readonly title: string
  readonly price_minor: number
  readonly quantity: number
  /** Null once the ad is gone. */
  readonly listing: Readonly<{
    cover_path: string | null
    condition: Condition | null
    category: string
    area: string | null
    city: string | null
  }> | null
}

export interface OrderEvent {
  readonly id: number
  readonly event: string
  readonly actor: string
  readonly to_state: OrderState
  readonly created_at: string
}

/** A parcel: to the buyer, or returned. */
export interface Parcel {
  readonly direction: 'out' | 'back'
  readonly carrier: string
  readonly tracking: string
  /** The carrier's tracking page, if the carrier is known. */
  readonly tracking_url: string | null
  readonly shipped_at: string
}

export type Reason = 'not_received' | 'wrong_item' | 'not_as_described' | 'damaged' | 'counterfeit' | 'other'
export type Wish = 'part' | 'return' | 'whole'

export interface Dispute {
  readonly reason: Reason
  readonly text: string
  readonly photos: readonly string[]
  readonly answer: string | null
  readonly answer_photos: readonly string[]
  readonly wish: Wish
  readonly wanted_minor: number | null
  readonly offered_minor: number | null
  readonly offers_return: boolean
  readonly question: string | null
  readonly outcome: 'paid' | 'part' | 'return' | 'whole' | null
  readonly decided_minor: number | null
  readonly decision: string | null
  readonly appeal: string | null
  readonly appealed_by: string | null
  readonly appeal_minor: number | null
  readonly appeal_decision: string | null
  readonly state: 'open' | 'escalated' | 'settled' | 'decided' | 'withdrawn'
  readonly opened_at: string
  readonly answered_at: string | null
  readonly ended_at: string | null
}

/** The deal of the order, which has the meet-up and the review. */
export interface OrderDeal {
  readonly id: string
  readonly meet_at: string | null
  readonly meet_place: string | null
  readonly proposed_by: string | null
  readonly proposed_at: string | null
  readonly state: string
}

/** An order in lists. */
export interface ListedOrder {
  readonly id: string
  readonly order_number: number
  readonly buyer_id: string | null
  readonly seller_id: string | null
  readonly conversation_id: string | null
  readonly deal_id: string | null
  readonly delivery: 'ship' | 'meet'
  readonly currency: string
  /** After the discount. */
  readonly items_minor: number
  readonly discount_minor: number
  readonly shipping_minor: number
  readonly fee_minor: number
  readonly total_minor: number
  readonly seller_fee_minor: number
  /** What the market paid for the label, taken off what the seller gets. */
  readonly label_minor: number
  readonly refunded_minor: number
  readonly state: OrderState
  readonly end_reason: string | null
  readonly pay_by: string
  readonly due_at: string | null
  readonly paid_at: string | null
  readonly completed_at: string | null
  readonly created_at: string
  readonly changed_at: string
  readonly buyer: OrderPerson | null
  readonly seller: OrderPerson | null
  readonly items: readonly OrderItem[]
  readonly dispute: Dispute | null
}

/** One order with all its parts. */
export interface Order extends ListedOrder {
  readonly events: readonly OrderEvent[]
  readonly parcels: readonly Parcel[]
  readonly deal: OrderDeal | null
}

export function parcelOf({ parcels }: Pick<Order, 'parcels'>, direction: Parcel['direction']): Parcel | undefined {
  return parcels.find((parcel) => parcel.direction === direction)
}

export const OPEN_STATES: readonly OrderState[] = [
  'awaiting_payment',
  'paid',
  'shipped',
  'delivered',
  'disputed',
  'returning',
]

export function isOpen({ state }: Pick<ListedOrder, 'state'>): boolean {
  return OPEN_STATES.includes(state)
}

export function roleOf({ buyer_id }: Pick<ListedOrder, 'buyer_id'>, userId: string): Role {
  return buyer_id === userId ? 'buyer' : 'seller'
}

/** The seller's proceeds of an order; refunds carry no fee. */
export function gainOf(
  order: Pick<ListedOrder, 'items_minor' | 'shipping_minor' | 'seller_fee_minor' | 'label_minor' | 'refunded_minor'>,
): number {
  const { items_minor, shipping_minor, seller_fee_minor, label_minor, refunded_minor } = order
  const fee = seller_fee_minor - Math.round((seller_fee_minor * Math.min(refunded_minor, items_minor)) / items_minor)
  return Math.max(items_minor + shipping_minor - refunded_minor - fee - label_minor, 0)
}
