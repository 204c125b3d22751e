import type Stripe from 'stripe'

export interface OrderToPay {
  readonly orderId: string
  readonly orderNumber: number
  readonly totalMinor: number
  readonly currency: string
  /** Of the payment that was begun already. */
  readonly reference: string | null
}

export interface BegunPayment {
  readonly reference: string
  /** For the payment form of this buyer alone. */
  readonly clientSecret: string
}

/**
 * Begins the payment of an order, or goes on with the one that was begun. The charge is the platform's own: what is due to the seller is
 * transferred once the buyer has the thing, in the same transfer group. Which ways to pay there are is set in Stripe's dashboard.
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
          // The same order is one payment, however often its page is opened.
          { idempotencyKey: `order ${orderId}` },
        )
      : await stripe.paymentIntents.retrieve(reference)
  if (!intent.client_secret) throw new Error(`Payment ${intent.id} has no client secret`)
  return { reference: intent.id, clientSecret: intent.client_secret }
}
