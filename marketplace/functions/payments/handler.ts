import { randomUUID } from 'node:crypto'
import type { FunctionHandler } from 'souk-backend/functions'
import { z } from 'zod'
import { isRefusal, refusalAnswer } from '../../contract/refusals/explain.ts'

const Asked = z.object({ order_id: z.uuid() })

export const OrderToPay = z.object({
  order_id: z.uuid(),
  provider: z.string(),
  payment: z.object({ reference: z.string(), state: z.string() }).nullable(),
})

/**
 * Begins the payment of an order, or goes on with the one that was begun: `{ provider, test_url }`. The buyer, the amount and the deadline
 * are checked by the database; nothing of them is taken from the request.
 */
export const handle: FunctionHandler = async (request, { supabase, supabaseAdmin }) => {
  if (request.method !== 'POST') return refusalAnswer({ code: 'SK901' })
  const asked = Asked.safeParse(await request.json().catch(() => null))
  if (!asked.success) return refusalAnswer({ code: 'SK370' })
  const { data, error } = await supabase.rpc('order_to_pay', asked.data)
  if (error) {
    if (isRefusal(error.code)) return refusalAnswer(error)
    throw new Error(error.message)
  }
  const { provider, payment } = OrderToPay.parse(data)
  if (!payment) {
    // The tables are closed to the buyer; order_to_pay has checked whose order it is.
    const begun = await supabaseAdmin.rpc('record_payment', {
      order_id: asked.data.order_id,
      provider,
      reference: `test_${randomUUID()}`,
    })
    if (begun.error) throw new Error(begun.error.message)
  }
  return Response.json({ provider, test_url: '/functions/v1/payments-test' })
}
