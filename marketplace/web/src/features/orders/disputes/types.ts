import type { Dispute, Parcel, Reason } from '../types.ts'

/** An undecided dispute or appeal. */
export interface CaseLine {
  readonly order_id: string
  readonly order_number: number
  readonly title: string
  readonly amount_minor: number
  readonly currency: string
  readonly state: Dispute['state']
  readonly reason: Reason
  readonly opened_at: string
  readonly seller: string | null
  readonly buyer: string | null
  readonly cover_path: string | null
}

export interface WaitingCase extends CaseLine {
  readonly is_appeal: boolean
  readonly since: string
  readonly decide_by: string
}

export interface CaseSide {
  readonly id: string
  readonly display_name: string
  readonly avatar_path: string | null
  readonly bought: number
  readonly sold: number
  readonly disputes: number
}

/** Everything that a decision is based on. */
export interface DisputeCase extends Omit<CaseLine, 'buyer' | 'seller'> {
  readonly decide_by: string | null
  /** Sums in minor units, as in the table `orders`. */
  readonly order: Readonly<{
    id: string
    currency: string
    items_minor: number
    shipping_minor: number
    fee_minor: number
    total_minor: number
    seller_fee_minor: number
    label_minor: number
    refunded_minor: number
    paid_at: string
    delivery: 'ship' | 'meet'
  }>
  readonly dispute: Dispute & Readonly<{ appealed_at: string | null; appeal_decided_at: string | null }>
  /** Whether this moderator made the appealed decision. */
  readonly is_own_decision: boolean
  readonly held_minor: number
  /** Null once the account is deleted. */
  readonly buyer: CaseSide | null
  readonly seller: CaseSide | null
  readonly parcels: readonly Parcel[]
  readonly items: readonly Readonly<{
    title: string
    listing_id: string | null
    description: string | null
    photos: readonly string[]
  }>[]
  readonly events: readonly Readonly<{ event: string; actor: string; created_at: string }>[]
  readonly messages: readonly Readonly<{
    id: string
    is_buyer: boolean
    kind: 'text' | 'image'
    body: string | null
    created_at: string
  }>[]
}
