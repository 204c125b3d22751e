import { jsonOf } from '../../../../contract/json-of.ts'
import type { Address } from '../../../../contract/orders/address.ts'
import { dataOf, RequestFailed, sentenceOfAnswer } from '../../lib/data/failure.ts'
import { supabase } from '../../lib/data/supabase.ts'
import { inOurWords } from '../../lib/person-names.ts'
import type { ListedOrder, Order, Reason, Wish } from './types.ts'

const PERSON = 'id,display_name,avatar_path,response_minutes'
const DISPUTE =
  'reason,text,photos,answer,answer_photos,wish,wanted_minor,offered_minor,offers_return,question,outcome,decided_minor,decision,appeal,appealed_by,appeal_minor,appeal_decision,state,opened_at,answered_at,ended_at'
const LISTED = `id,order_number,buyer_id,seller_id,conversation_id,deal_id,delivery,currency,items_minor,discount_minor,shipping_minor,fee_minor,
total_minor,seller_fee_minor,label_minor,refunded_minor,state,end_reason,pay_by,due_at,paid_at,completed_at,created_at,changed_at,
buyer:sellers!orders_buyer_id_fkey(${PERSON}),seller:sellers!orders_seller_id_fkey(${PERSON}),
items:order_items(position,listing_id,title,price_minor,quantity,listing:listings(cover_path,condition,category,area,city)),
dispute:disputes(${DISPUTE})`
const ONE = `${LISTED},events:order_events(id,event,actor,to_state,created_at),
parcels:shipments(direction,carrier,tracking,tracking_url,shipped_at),
deal:deals(id,meet_at,meet_place,proposed_by,proposed_at,state)`

export const ORDERS_PAGE = 50

/** One order; null when it does not exist or belongs to others. */
export async function readOrder(id: string): Promise<Order | null> {
  const order = dataOf(
    await supabase
      .from('orders')
      .select(ONE)
      .eq('id', id)
      .order('position', { referencedTable: 'order_items' })
      .order('id', { referencedTable: 'order_events' })
      .maybeSingle()
      .overrideTypes<Order, { merge: false }>(),
  )
  return order && inOurWords(order)
}

/** The user's newest orders on either side, without expired unpaid ones. */
export async function readMyOrders(): Promise<ListedOrder[]> {
  const orders = dataOf(
    await supabase
      .from('orders')
      .select(LISTED)
      .or('paid_at.not.is.null,state.eq.awaiting_payment')
      .order('created_at', { ascending: false })
      .order('position', { referencedTable: 'order_items' })
      .limit(ORDERS_PAGE)
      .overrideTypes<ListedOrder[], { merge: false }>(),
  )
  return inOurWords(orders ?? [])
}

/** The orders of a conversation, newest first. */
export async function readConversationOrders(conversationId: string): Promise<ListedOrder[]> {
  const orders = dataOf(
    await supabase
      .from('orders')
      .select(LISTED)
      .eq('conversation_id', conversationId)
      .not('paid_at', 'is', null)
      .order('created_at', { ascending: false })
      .order('position', { referencedTable: 'order_items' })
      .limit(ORDERS_PAGE)
      .overrideTypes<ListedOrder[], { merge: false }>(),
  )
  return inOurWords(orders ?? [])
}

/** The user's payment method, such as "Visa 4242". */
export async function readCard(orderId: string): Promise<string | null> {
  return dataOf(await supabase.rpc('my_order_card', { order_id: orderId }))
}

/** The delivery address; null once the order has ended and the address is deleted. */
export async function readOrderAddress(orderId: string): Promise<Address | null> {
  const { data, error, response } = await supabase.functions.invoke<{ address: Address }>(
    `addresses/order/${orderId}`,
    {
      method: 'GET',
    },
  )
  if (!error) return data?.address ?? null
  if (response?.status === 404) return null
  throw new RequestFailed(await sentenceOfAnswer(response), { isOffline: !response, cause: error })
}

/** The buyer's four-digit code. */
export async function readCode(orderId: string): Promise<string> {
  return dataOf(await supabase.rpc('show_order_code', { order_id: orderId })) ?? ''
}

export type CodeAnswer = { readonly accepted: true } | { readonly accepted: false; readonly tries_left: number }

export async function enterCode(orderId: string, code: string): Promise<CodeAnswer> {
  return jsonOf<CodeAnswer>(dataOf(await supabase.rpc('enter_order_code', { order_id: orderId, code })))
}

export async function markShipped(orderId: string, carrier: string, tracking: string): Promise<void> {
  dataOf<unknown>(await supabase.rpc('mark_shipped', { order_id: orderId, carrier, tracking }))
}

export async function markReturnShipped(orderId: string, carrier: string, tracking: string): Promise<void> {
  dataOf<unknown>(await supabase.rpc('mark_return_shipped', { order_id: orderId, carrier, tracking }))
}

/** Actions that need only the order's id. */
export type Verb =
  | 'confirm_receipt'
  | 'confirm_return'
  | 'accept_refund'
  | 'withdraw_dispute'
  | 'escalate_dispute'
  | 'offer_return'
  | 'report_lost'

export async function changeOrder(verb: Verb, orderId: string): Promise<void> {
  dataOf<unknown>(await supabase.rpc(verb, { order_id: orderId }))
}

export async function cancelOrder(orderId: string, reason: string): Promise<void> {
  dataOf<unknown>(await supabase.rpc('cancel_order', { order_id: orderId, ...(reason && { reason }) }))
}

export interface Problem {
  readonly reason: Reason
  readonly text: string
  readonly wish: Wish
  readonly wantedMinor: number | null
  readonly photos: readonly string[]
}

export async function openDispute(
  orderId: string,
  { reason, text, wish, wantedMinor, photos }: Problem,
): Promise<void> {
  dataOf<unknown>(
    await supabase.rpc('open_dispute', {
      order_id: orderId,
      reason,
      text,
      wish,
      photos: [...photos],
      ...(wantedMinor !== null && { wanted_minor: wantedMinor }),
    }),
  )
}

export async function addEvidence(orderId: string, text: string, photos: readonly string[]): Promise<void> {
  dataOf<unknown>(await supabase.rpc('add_evidence', { order_id: orderId, text, photos: [...photos] }))
}

export async function offerRefund(orderId: string, amountMinor: number): Promise<void> {
  dataOf<unknown>(await supabase.rpc('offer_refund', { order_id: orderId, amount_minor: amountMinor }))
}

export async function appealDispute(orderId: string, text: string): Promise<void> {
  dataOf<unknown>(await supabase.rpc('appeal_dispute', { order_id: orderId, text }))
}

export async function contestReturn(orderId: string, text: string): Promise<void> {
  dataOf<unknown>(await supabase.rpc('contest_return', { order_id: orderId, text }))
}
