import { randomUUID } from 'node:crypto'
import type { FunctionContext, FunctionHandler } from 'souk-backend/functions'
import { z } from 'zod'
import { paths } from '../../contract/paths.ts'
import { isRefusal, refusalAnswer } from '../../contract/refusals/explain.ts'

const Asked = z.object({ order_id: z.uuid() })

export const OrderToPay = z.object({
  order_id: z.uuid(),
  order_number: z.number(),
  total_minor: z.number(),
  currency: z.string(),
  provider: z.string(),
  payment: z.object({ reference: z.string(), state: z.string() }).nullable(),
  called_off: z.number(),
})
type OrderToPay = z.infer<typeof OrderToPay>

/**
 * Creates the payment of an order, or returns the existing one: `{ provider, test_url }`, or with Stripe `{ provider, client_secret, publishable_key,
 * pay_url }`. The database checks buyer, amount and deadline; none of them comes from the request.
 */
export const handle: FunctionHandler = async (request, context) => {
  if (request.method !== 'POST') return refusalAnswer({ code: 'SK901' })
  const asked = Asked.safeParse(await request.json().catch(() => null))
  if (!asked.success) return refusalAnswer({ code: 'SK370' })
  const { data, error } = await context.supabase.rpc('order_to_pay', asked.data)
  if (error) {
    if (isRefusal(error.code)) return refusalAnswer(error)
    throw new Error(error.message)
  }
  const order = OrderToPay.parse(data)
  if (order.provider === 'stripe') return beginWithStripe(order, context)
  if (!order.payment) await record(order, `test_${randomUUID()}`, context)
  return Response.json({ provider: order.provider, test_url: '/functions/v1/payments-test' })
}

async function beginWithStripe(order: OrderToPay, context: FunctionContext): Promise<Response> {
  const { env, log } = context
  // Loaded on demand: most markets don't need it.
  const [{ createStripe }, { beginPayment }] = await Promise.all([
    import('../../payments/stripe/client.ts'),
    import('../../payments/stripe/begin-payment.ts'),
  ])
  try {
    const { reference, clientSecret } = await beginPayment(
      createStripe({ secretKey: env.STRIPE_SECRET_KEY ?? '', apiUrl: env.STRIPE_API_URL ?? null }),
      {
        orderId: order.order_id,
        orderNumber: order.order_number,
        totalMinor: order.total_minor,
        currency: order.currency,
        reference: order.payment?.reference ?? null,
        calledOff: order.called_off,
      },
    )
    // Stored before it can be paid: an unknown payment could not be told from another market's.
    if (reference !== order.payment?.reference) await record(order, reference, context)
    return Response.json(
      {
        provider: order.provider,
        client_secret: clientSecret,
        publishable_key: env.STRIPE_PUBLISHABLE_KEY ?? '',
        pay_url: paths.pay(order.order_id),
      },
      { headers: { 'cache-control': 'no-store' } },
    )
  } catch (error) {
    log.error('a payment could not be begun', { error: String(error), order: order.order_id })
    return refusalAnswer({ code: 'SK948' })
  }
}

async function record(order: OrderToPay, reference: string, { supabaseAdmin }: FunctionContext): Promise<void> {
  // The tables are closed to the buyer; order_to_pay has checked the owner.
  const { error } = await supabaseAdmin.rpc('record_payment', {
    order_id: order.order_id,
    provider: order.provider,
    reference,
  })
  if (error) throw new Error(error.message)
}
