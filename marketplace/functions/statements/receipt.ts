import { z } from 'zod'
import { type Issue, StatementRefused } from './issue.ts'
import type { Sheet } from './sheet.ts'

const Named = z.object({ display_name: z.string() }).nullable()
const Order = z.object({
  order_number: z.number(),
  currency: z.string(),
  items_minor: z.number(),
  discount_minor: z.number(),
  shipping_minor: z.number(),
  fee_minor: z.number(),
  total_minor: z.number(),
  seller_fee_minor: z.number(),
  label_minor: z.number(),
  refunded_minor: z.number(),
  state: z.string(),
  delivery: z.enum(['ship', 'meet']),
  paid_at: z.string().nullable(),
  buyer_id: z.string().nullable(),
  seller_id: z.string().nullable(),
  order_items: z.array(z.object({ title: z.string(), price_minor: z.number(), quantity: z.number() })),
  buyer: Named,
  seller: Named,
})
type Order = z.infer<typeof Order>

/** The receipt of a paid order: the payment for its buyer, the proceeds for its seller. Other users find no order. */
export async function receiptSheet(orderId: string, issue: Issue): Promise<Sheet> {
  const { supabase, caller, reader } = issue
  const { t } = reader
  const { data, error } = await supabase
    .from('orders')
    .select(
      'order_number, currency, items_minor, discount_minor, shipping_minor, fee_minor, total_minor, seller_fee_minor, label_minor, refunded_minor, state, delivery, paid_at, buyer_id, seller_id, order_items(title, price_minor, quantity), buyer:sellers!orders_buyer_id_fkey(display_name), seller:sellers!orders_seller_id_fkey(display_name)',
    )
    .eq('id', orderId)
    .order('position', { referencedTable: 'order_items' })
    .maybeSingle()
  // An invalid id is treated like an unknown order.
  if (error && error.code !== '22P02') throw new StatementRefused(error)
  const order = data ? Order.parse(data) : null
  if (!order) throw new StatementRefused({ code: 'SK370', message: 'no_such_order', details: null })
  if (!order.paid_at) throw new StatementRefused({ code: 'SK947', message: 'order_not_paid', details: null })
  const isBuyer = order.buyer_id === caller.userId
  const money = (minor: number) => ({ minor, currency: order.currency })
  return {
    name: `receipt-${order.order_number}`,
    title: t('balance.receipt.title', { number: String(order.order_number) }),
    facts: [
      [t('balance.receipt.paidOn'), new Date(order.paid_at)],
      [t('common.seller'), await sellerText(order, issue)],
      [t('balance.receipt.buyer'), order.buyer?.display_name ?? t('balance.receipt.closedAccount')],
      [t('common.handover'), t('balance.receipt.deliveryKind', { kind: order.delivery })],
    ],
    columns: [
      { label: t('balance.what'), width: 0.78 },
      { label: t('balance.amount'), width: 0.22, end: true },
    ],
    rows: order.order_items.map(({ title, price_minor, quantity }) => [
      quantity > 1 ? `${quantity} × ${title}` : title,
      money(price_minor * quantity),
    ]),
    sums: (isBuyer ? buyerSums(order, issue) : await sellerSums(orderId, order, issue)).map(
      ([label, minor]) => [label, money(minor)] as const,
    ),
    note: t('balance.receipt.note', { operator: issue.operator }),
  }
}

type Sums = readonly (readonly [label: string, minor: number])[]

function buyerSums(order: Order, { reader: { t } }: Issue): Sums {
  return [
    ...discount(order, t('balance.receipt.discount')),
    [t('balance.receipt.shipping'), order.shipping_minor],
    [t('balance.receipt.protection'), order.fee_minor],
    [t('balance.receipt.total'), order.total_minor],
    ...(order.refunded_minor > 0
      ? [
          [t('balance.receipt.refunded'), -order.refunded_minor] as const,
          [t('balance.receipt.afterRefund'), order.total_minor - order.refunded_minor] as const,
        ]
      : []),
  ]
}

/** The booked amounts once the money is the seller's; before that, the expected ones. */
async function sellerSums(orderId: string, order: Order, { supabase, caller, reader: { t } }: Issue): Promise<Sums> {
  const { data, error } = await supabase
    .from('ledger_entries')
    .select('kind, ledger_postings!inner(amount_minor, user_id)')
    .eq('order_id', orderId)
    .eq('ledger_postings.user_id', caller.userId ?? '')
  if (error) throw new StatementRefused(error)
  const earned = data.flatMap((entry) => entry.ledger_postings).reduce((sum, { amount_minor }) => sum + amount_minor, 0)
  const before = order.items_minor + order.shipping_minor - order.seller_fee_minor - order.label_minor
  const isOver = !['paid', 'shipped', 'delivered', 'disputed', 'returning'].includes(order.state)
  const fee = isOver
    ? order.items_minor + order.shipping_minor - order.label_minor - order.refunded_minor - earned
    : order.seller_fee_minor
  return [
    ...discount(order, t('balance.receipt.discount')),
    [t('balance.receipt.shipping'), order.shipping_minor],
    ...(order.label_minor > 0 ? [[t('balance.receipt.label'), -order.label_minor] as const] : []),
    ...(fee > 0 && order.state === 'completed' ? [[t('balance.receipt.sellingFee'), -fee] as const] : []),
    ...(order.refunded_minor > 0 && order.state === 'completed'
      ? [[t('balance.receipt.refundedToBuyer'), -order.refunded_minor] as const]
      : []),
    isOver ? [t('balance.year.paid'), earned] : [t('balance.receipt.toYouLater'), before],
  ]
}

function discount({ discount_minor }: Order, label: string): Sums {
  return discount_minor > 0 ? [[label, -discount_minor]] : []
}

/** A business seller's receipt names the business. */
async function sellerText({ seller, seller_id }: Order, { supabase, reader }: Issue): Promise<string> {
  const { data } = await supabase
    .from('traders')
    .select('legal_name, address, register_no, vat_no')
    .eq('id', seller_id ?? '')
    .maybeSingle()
  if (data) return [data.legal_name, data.address, data.register_no, data.vat_no].filter(Boolean).join('\n')
  return seller?.display_name ?? reader.t('balance.receipt.closedAccount')
}
