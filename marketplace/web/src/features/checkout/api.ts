import type { Condition } from '../../../../contract/ads/listing-values.ts'
import { jsonOf } from '../../../../contract/json-of.ts'
import type { Address, SavedAddress } from '../../../../contract/orders/address.ts'
import type { OrderDelivery } from '../../../../contract/orders/fee.ts'
import { dataOf, RequestFailed, sentenceOfAnswer } from '../../lib/data/failure.ts'
import { supabase } from '../../lib/data/supabase.ts'

/** Sums for one delivery option, in minor units. */
export interface Price {
  readonly goods_minor: number
  readonly discount_minor: number
  readonly items_minor: number
  readonly shipping_minor: number
  /** Shipping cost if each item were shipped separately. */
  readonly apart_minor: number
  readonly fee_minor: number
  readonly total_minor: number
}

export interface QuotedItem {
  readonly listing_id: string
  readonly title: string
  readonly price_minor: number
  readonly quantity: number
  /** Maximum quantity for the buyer. */
  readonly left: number
  readonly cover_path: string | null
  readonly condition: Condition | null
  readonly area: string | null
  readonly city: string | null
  readonly country: string | null
}

/** Result of order_choices(). */
export interface Quote {
  readonly currency: string
  /** An accepted offer sets the price. */
  readonly is_agreed: boolean
  readonly bundle_percent: number
  /** Null if the seller does not offer it. */
  readonly ship: Price | null
  readonly meet: Price | null
  readonly items: readonly QuotedItem[]
}

export interface Purchase {
  readonly listingIds: readonly string[]
  /** Units of each, in the same order. */
  readonly counts: readonly number[]
}

export interface StartedOrder {
  readonly order_id: string
  readonly total_minor: number
  readonly currency: string
  readonly pay_by: string
}

export type TestCard = 'ok' | 'challenge' | 'declined' | 'disputed_later'

export async function readQuote({ listingIds, counts }: Purchase): Promise<Quote> {
  return jsonOf<Quote>(
    dataOf(await supabase.rpc('order_choices', { listing_ids: [...listingIds], quantities: [...counts] })),
  )
}

export async function startOrder(
  { listingIds, counts }: Purchase,
  delivery: OrderDelivery,
  addressId: string | null,
  expectedMinor: number,
): Promise<StartedOrder> {
  return jsonOf<StartedOrder>(
    dataOf(
      await supabase.rpc('start_order', {
        listing_ids: [...listingIds],
        quantities: [...counts],
        delivery,
        expected_minor: expectedMinor,
        ...(addressId && { address_id: addressId }),
      }),
    ),
  )
}

/** An unpaid order of the user. */
export interface OrderToPay extends StartedOrder {
  readonly order_number: number
  readonly items_minor: number
  readonly discount_minor: number
  readonly shipping_minor: number
  readonly fee_minor: number
}

export async function readOrderToPay(orderId: string): Promise<OrderToPay> {
  return jsonOf<OrderToPay>(dataOf(await supabase.rpc('order_to_pay', { order_id: orderId })))
}

/** The keys are set with Stripe only. */
export interface BegunPayment {
  readonly provider: string
  readonly client_secret?: string
  readonly publishable_key?: string
}

/** Returns the same payment until it succeeds. */
export async function beginPayment(orderId: string): Promise<BegunPayment> {
  return invoke<BegunPayment>('payments', 'POST', { order_id: orderId })
}

/** @throws {RequestFailed} with status 402 when the card is declined */
export async function payWithTestCard(orderId: string, card: TestCard): Promise<'paid' | 'challenge'> {
  const { status } = await invoke<{ status: 'paid' | 'challenge' }>('payments-test', 'POST', {
    order_id: orderId,
    card,
  })
  return status
}

export async function readAddresses(): Promise<SavedAddress[]> {
  return (await invoke<{ addresses: SavedAddress[] }>('addresses', 'GET')).addresses
}

/** @param id of the address to change; null to add one */
export async function saveAddress(id: string | null, address: Address): Promise<SavedAddress> {
  const path = id === null ? 'addresses' : `addresses/${id}`
  return (await invoke<{ address: SavedAddress }>(path, id === null ? 'POST' : 'PUT', { ...address })).address
}

export async function deleteAddress(id: string): Promise<void> {
  await invoke<null>(`addresses/${id}`, 'DELETE')
}

async function invoke<Answer>(
  path: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  body?: Record<string, unknown>,
): Promise<Answer> {
  const { data, error, response } = await supabase.functions.invoke<Answer>(path, { method, ...(body && { body }) })
  if (error) {
    throw new RequestFailed(await sentenceOfAnswer(response), {
      isOffline: !response,
      cause: error,
      ...(response && { status: response.status }),
    })
  }
  return data as Answer // as returned by the functions; null for an empty answer
}

/** Until when another buyer's unpaid order reserves the ad; null if none does. */
export async function readPaidUntil(listingId: string): Promise<string | null> {
  return dataOf(await supabase.rpc('payment_pending_until', { listing_id: listingId }))
}
