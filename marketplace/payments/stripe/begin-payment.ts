import type Stripe from 'stripe'

export interface OrderToPay {
  readonly orderId: string
  readonly orderNumber: number
  readonly totalMinor: number
  readonly currency: string
  /** Reference of an existing payment. */
  readonly reference: string | null
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
  const { orderId, orderNumber, totalMinor, currency, reference } = order
  const intent =
    reference === null
      ? await stripe.paymentIntents.create(
          {
            amount: totalMinor,
            currency: currency.toLowerCase(),
            automatic_payment_methods: { enabled: true },
            transfer_group: orderId,
            description: `Order ${orderNumber}`,
            metadata: { order: orderId },
          },
          // One payment per order, however often its page is opened.
          { idempotencyKey: `order ${orderId}` },
        )
      : await stripe.paymentIntents.retrieve(reference)
  if (!intent.client_secret) throw new Error(`Payment ${intent.id} has no client secret`)
  return { reference: intent.id, clientSecret: intent.client_secret }
}
