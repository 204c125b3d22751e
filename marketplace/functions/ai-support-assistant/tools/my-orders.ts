import type { AssistantLink, AssistantReply } from '../../../contract/help/assistant.ts'
import { paths } from '../../../contract/paths.ts'
import { appointmentText } from '../../../contract/words/moments.ts'
import { moneyText } from '../../../contract/words/money.ts'
import type { Asking } from '../asking.ts'
import { signInFirst } from './sign-in-first.ts'

const SHOWN = 5

interface MyOrder {
  readonly buyer_id: string | null
  readonly conversation_id: string | null
  readonly state: string
  readonly total_minor: number
  readonly currency: string
  readonly due_at: string | null
  readonly order_items: readonly {
    readonly title: string
    readonly listing: { readonly cover_path: string | null } | null
  }[]
  readonly shipment: { readonly carrier: string; readonly tracking: string } | null
}

/** The caller's newest orders, bought and sold: status, deadline and parcel. Row level security hides others' orders. */
export async function myOrders(asking: Asking): Promise<AssistantReply> {
  const functionCalled = 'my_orders'
  const { caller, reader } = asking
  if (caller.userId === null) return signInFirst(functionCalled, reader)
  const cards = await orderCards(asking)
  return {
    response: reader.t('assistant.orders', { count: cards.length }),
    functionCalled,
    links: [...cards, { label: reader.t('assistant.openBalance'), path: paths.balance }],
  }
}

/** Cards for the caller's newest orders, linked to their conversations; none for visitors or without payments. */
export async function orderCards(asking: Asking): Promise<AssistantLink[]> {
  const { caller, supabase } = asking
  if (caller.userId === null) return []
  const { data, error } = await supabase
    .from('orders')
    .select(
      'buyer_id, conversation_id, state, total_minor, currency, due_at, order_items(title, listing:listings(cover_path)), shipment:shipments(carrier, tracking)',
    )
    .or(`buyer_id.eq.${caller.userId},seller_id.eq.${caller.userId}`)
    .order('created_at', { ascending: false })
    .order('position', { referencedTable: 'order_items' })
    .limit(SHOWN)
    .overrideTypes<MyOrder[], { merge: false }>()
  if (error) throw new Error(error.message)
  return (data ?? []).map((order) => cardOf(order, asking))
}

function cardOf(order: MyOrder, { caller, reader, timeZone }: Asking): AssistantLink {
  const { language, t } = reader
  const [item] = order.order_items
  const photo = item?.listing?.cover_path
  const detail = t('assistant.orderState', {
    side: order.buyer_id === caller.userId ? 'buy' : 'sell',
    state: order.state,
    amount: moneyText(order.total_minor, order.currency, language),
    parcel: order.shipment ? `${order.shipment.carrier} ${order.shipment.tracking}` : '–',
    when: order.due_at ? appointmentText(new Date(order.due_at), language, timeZone) : '–',
  })
  const path = order.conversation_id ? paths.conversation(order.conversation_id) : paths.messages
  return { label: item?.title ?? '', path, detail, ...(photo ? { photo } : {}) }
}
