import type { Condition } from '../../../../contract/ads/listing-values.ts'
import type { Tables } from '../../../../contract/database.types.ts'

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
export interface Parcel extends Readonly<Omit<Tables<'shipments'>, 'order_id' | 'delivered_at'>> {
  readonly direction: 'out' | 'back'
}

export type Reason = 'not_received' | 'wrong_item' | 'not_as_described' | 'damaged' | 'counterfeit' | 'other'
export type Wish = 'part' | 'return' | 'whole'

export interface Dispute
  extends Readonly<
    Omit<
      Tables<'disputes'>,
      | 'order_id'
      | 'asked_at'
      | 'escalated_at'
      | 'decided_by'
      | 'appealed_at'
      | 'appeal_decided_at'
      | 'appeal_decided_by'
    >
  > {
  readonly reason: Reason
  readonly wish: Wish
  readonly outcome: 'paid' | 'part' | 'return' | 'whole' | null
  readonly state: 'open' | 'escalated' | 'settled' | 'decided' | 'withdrawn'
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
export interface ListedOrder extends Readonly<Omit<Tables<'orders'>, 'is_open'>> {
  readonly delivery: 'ship' | 'meet'
  readonly state: OrderState
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
