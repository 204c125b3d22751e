import type { FunctionContext, FunctionHandler } from 'souk-backend/functions'
import { z } from 'zod'
import { PARCEL_SIZES } from '../../contract/orders/parcel-sizes.ts'
import { isRefusal, refusalAnswer } from '../../contract/refusals/explain.ts'
import { openShipping } from '../../shipping/open-shipping.ts'
import { NotShippable, type ParcelOffer, type ShippingLabel, type ShippingProvider } from '../../shipping/provider.ts'
import { openAddress, readAddressBook } from '../_shared/sealed-address.ts'

const Asked = z.object({
  order_id: z.uuid(),
  /** With an address of the caller's book: the prices. */
  size: z.enum(PARCEL_SIZES).optional(),
  address_id: z.uuid().optional(),
  /** One of them: the label. */
  rate_id: z.string().max(100).optional(),
})
type Asked = z.infer<typeof Asked>

const OrderLabel = z.object({
  direction: z.enum(['out', 'back']),
  shipment: z.string().nullable(),
  sent_as: z.string().nullable(),
  currency: z.string(),
  most_minor: z.number(),
  label: z.record(z.string(), z.unknown()).nullable(),
})
type OrderLabel = z.infer<typeof OrderLabel>

/**
 * Labels for parcels, with a shipping provider. Whose order it is and what may be bought the database says; what carriers ask comes from the
 * provider alone.
 *
 * - `POST labels { order_id }`: `{ label, can_return }`, the label null before it is bought
 * - `POST labels { order_id, size, address_id }`, by the seller of a paid order: `{ rates: [{ id, carrier, service, price_minor, days }] }`
 * - `POST labels { order_id, rate_id }`: `{ label }`, and its price is taken off what the seller gets
 * - `POST labels { order_id, rate_id: "cheapest" }`, by the buyer of an order that goes back, if it was sent with a label from here: `{ label }`
 */
export const handle: FunctionHandler = async (request, context) => {
  if (request.method !== 'POST') return refusalAnswer({ code: 'SK901' })
  if (context.caller.userId === null) return refusalAnswer({ code: 'SK360' })
  const asked = Asked.safeParse(await request.json().catch(() => null))
  if (!asked.success) return refusalAnswer({ code: 'SK370' })
  const shipping = await openShipping(context.env)
  if (!shipping) return refusalAnswer({ code: 'SK929' })
  // Under the caller's own rights.
  const { data, error } = await context.supabase.rpc('order_label', { order_id: asked.data.order_id })
  if (error) {
    if (isRefusal(error.code)) return refusalAnswer(error)
    throw new Error(error.message)
  }
  const order = OrderLabel.parse(data)
  const { size, address_id: addressId, rate_id: rateId } = asked.data
  try {
    if (order.label || (!size && !rateId)) return answer({ label: order.label, can_return: order.sent_as !== null })
    if (size && addressId) return await offer(shipping, asked.data, order, context)
    return await buy(shipping, asked.data, order, context)
  } catch (failure) {
    context.log.warn('a label could not be priced or bought', { error: String(failure), order: asked.data.order_id })
    return refusalAnswer({ code: failure instanceof NotShippable ? 'SK930' : 'SK948' })
  }
}

const answer = (body: object) => Response.json(body, { headers: { 'cache-control': 'no-store' } })

async function offer(
  shipping: ShippingProvider,
  { order_id: orderId, size = 'small', address_id: addressId }: Asked,
  order: OrderLabel,
  context: FunctionContext,
): Promise<Response> {
  const { supabase, env, caller } = context
  if (order.direction === 'back') return refusalAnswer({ code: 'SK929' })
  // Of a call whose answer was lost.
  const bought = order.shipment ? await shipping.find(order.shipment) : null
  if (bought) return answer({ label: await keep(bought, orderId, order, context) })
  const [book, to] = await Promise.all([
    readAddressBook(supabase, caller.userId ?? '', env.ADDRESS_BOOK_KEY ?? ''),
    supabase.rpc('order_address', { order_id: orderId }),
  ])
  const from = book.addresses?.find(({ id }) => id === addressId)
  if (!from) return refusalAnswer({ code: 'SK369' })
  const address = to.error ? null : await openAddress(String(to.data), null, env.ADDRESS_BOOK_KEY ?? '')
  if (!address) return refusalAnswer({ code: 'SK391' })
  const offered = await shipping.offer({ orderId, from, to: address, size })
  await record(orderId, order, offered, context)
  return answer({
    rates: affordable(offered, order).map(({ id, carrier, service, priceMinor, days }) => ({
      id,
      carrier,
      service,
      price_minor: priceMinor,
      days,
    })),
  })
}

/** In the order's currency, and no more than the seller gets. */
function affordable({ rates }: ParcelOffer, order: OrderLabel) {
  return rates.filter(({ currency, priceMinor }) => currency === order.currency && priceMinor <= order.most_minor)
}

async function buy(
  shipping: ShippingProvider,
  { order_id: orderId, rate_id: rateId = '' }: Asked,
  order: OrderLabel,
  context: FunctionContext,
): Promise<Response> {
  if (order.direction === 'out') {
    if (!order.shipment) return refusalAnswer({ code: 'SK370' })
    const rates = await shipping.rates(order.shipment)
    if (!affordable({ shipment: order.shipment, rates }, order).some(({ id }) => id === rateId)) {
      return refusalAnswer({ code: 'SK370' })
    }
    return purchase(shipping, { shipment: order.shipment, rateId }, orderId, order, context)
  }
  if (!order.sent_as) return refusalAnswer({ code: 'SK929' })
  const known = order.shipment ? await shipping.find(order.shipment) : null
  if (known) return answer({ label: await keep(known, orderId, order, context) })
  const offered = await shipping.offerReturn(order.sent_as)
  const [cheapest] = affordable(offered, order)
  if (!cheapest) return refusalAnswer({ code: 'SK948' })
  await record(orderId, order, offered, context)
  return purchase(shipping, { shipment: offered.shipment, rateId: cheapest.id }, orderId, order, context)
}

async function purchase(
  shipping: ShippingProvider,
  { shipment, rateId }: { shipment: string; rateId: string },
  orderId: string,
  order: OrderLabel,
  context: FunctionContext,
): Promise<Response> {
  await requireTurn(context.supabaseAdmin.rpc('claim_parcel', { shipment }))
  return answer({ label: await keep(await shipping.buy(shipment, rateId), orderId, order, context) })
}

/** @throws if the label of another parcel of this order is being bought, in another tab */
async function requireTurn(asked: PromiseLike<{ data: unknown; error: { message: string } | null }>): Promise<void> {
  const { data, error } = await asked
  if (error) throw new Error(error.message)
  if (data !== true) throw new Error('another parcel of this order is being bought')
}

/** Before anything is bought: a label that nobody knows of could not be found after a crash. */
async function record(
  orderId: string,
  { direction }: OrderLabel,
  { shipment }: ParcelOffer,
  { supabaseAdmin }: FunctionContext,
): Promise<void> {
  await requireTurn(supabaseAdmin.rpc('record_parcel', { order_id: orderId, direction, shipment }))
}

/** @returns what pages show of it */
async function keep(
  bought: ShippingLabel,
  orderId: string,
  { direction }: OrderLabel,
  { supabaseAdmin }: FunctionContext,
): Promise<object> {
  const label = {
    carrier: bought.carrier,
    tracking: bought.tracking,
    label_url: bought.labelUrl,
    qr_url: bought.qrUrl,
    price_minor: bought.priceMinor,
  }
  const { error } = await supabaseAdmin.rpc('record_label', {
    order_id: orderId,
    direction,
    shipment: bought.shipment,
    label: { ...label, tracking_url: bought.trackingUrl },
  })
  if (error) throw new Error(error.message)
  return label
}
