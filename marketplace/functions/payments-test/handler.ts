import type { FunctionHandler } from 'souk-backend/functions'
import { z } from 'zod'
import { isRefusal, refusalAnswer } from '../../contract/refusals/explain.ts'
import type { ReportKind } from '../../payments/provider.ts'
import { takeReport } from '../_shared/take-report.ts'
import { OrderToPay } from '../payments/handler.ts'

const Asked = z.object({
  order_id: z.uuid(),
  card: z.enum(['ok', 'declined', 'challenge', 'disputed_later']),
})

/**
 * The test provider: pays an order with a fake card, and reports to the database like a real provider's webhook. `challenge` succeeds on the second
 * call, like a 3-D Secure confirmation.
 */
export const handle: FunctionHandler = async (request, context) => {
  if (request.method !== 'POST') return refusalAnswer({ code: 'SK901' })
  if (context.env.PAYMENTS !== 'test') return refusalAnswer({ code: 'SK929' })
  const asked = Asked.safeParse(await request.json().catch(() => null))
  if (!asked.success) return refusalAnswer({ code: 'SK382' })
  const { order_id, card } = asked.data
  const { data, error } = await context.supabase.rpc('order_to_pay', { order_id })
  if (error) {
    if (isRefusal(error.code)) return refusalAnswer(error)
    throw new Error(error.message)
  }
  const { payment } = OrderToPay.parse(data)
  if (!payment) return refusalAnswer({ code: 'SK383' })
  const { reference } = payment
  // Fake card data in a provider's format.
  const details = { card_print: `test ${card}`, card_name: 'Visa 4242' }
  const report = (kind: ReportKind) =>
    takeReport(context, 'test', { eventId: `${reference} ${kind}`, kind, reference, details }, true)
  if (card === 'declined') {
    await report('failed')
    return refusalAnswer({ code: 'SK381' })
  }
  if (card === 'challenge' && payment.state !== 'challenged') {
    await report('challenged')
    return Response.json({ status: 'challenge' })
  }
  await report('succeeded')
  return Response.json({ status: 'paid' })
}
