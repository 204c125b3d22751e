import type Stripe from 'stripe'

export interface OrderToPay {
  readonly orderId: string
  readonly orderNumber: number
  readonly totalMinor: number
  readonly currency: string
  /** Reference of an existing payment. */
  readonly reference: string | null
  /** Number of payments of this order that were cancelled at Stripe. */
  readonly calledOff: number
}

export interface BegunPayment {
  readonly reference: string
  /** For this buyer's payment form only. */
  readonly clientSecret: string
}

/**
 * Creates the payment of an order, or returns the existing one. The platform makes the charge: the seller's share is transferred after the order is
 * complete, in the same transfer group. Payment methods are configured in Stripe's dashboard.
 */
export async function beginPayment(stripe: Stripe, order: OrderToPay): Promise<BegunPayment> {
  const { reference, calledOff } = order
  const known = reference === null ? null : await stripe.paymentIntents.retrieve(reference)
  // It may have been cancelled in Stripe's dashboard, with the webhook still on its way.
  const intent =
    known && known.status !== 'canceled' ? known : await create(stripe, order, calledOff + (known === null ? 0 : 1))
  if (!intent.client_secret) throw new Error(`Payment ${intent.id} has no client secret`)
  return { reference: intent.id, clientSecret: intent.client_secret }
}

/** @param before  number of cancelled payments. The idempotency key makes one payment of repeated calls. */
function create(stripe: Stripe, { orderId, orderNumber, totalMinor, currency }: OrderToPay, before: number) {
  return stripe.paymentIntents.create(
    {
      amount: totalMinor,
      currency: currency.toLowerCase(),
      automatic_payment_methods: { enabled: true },
      transfer_group: orderId,
      description: `Order ${orderNumber}`,
      metadata: { order: orderId },
    },
    { idempotencyKey: before === 0 ? `order ${orderId}` : `order ${orderId} ${before}` },
  )
}
