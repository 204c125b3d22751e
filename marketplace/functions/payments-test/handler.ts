import type { FunctionContext, FunctionHandler } from 'souk-backend/functions'
import { z } from 'zod'
import { isRefusal, refusalAnswer } from '../../contract/refusals/explain.ts'
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
  const report = (kind: string) => reportEvent(context, `${payment.reference} ${kind}`, kind, payment.reference, card)
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

async function reportEvent(
  { supabaseAdmin }: FunctionContext,
  eventId: string,
  kind: string,
  reference: string,
  card: string,
): Promise<void> {
  // Stands for the provider, which has no account here. Fake card data in a provider's format.
  const details = { card_print: `test ${card}`, card_name: 'Visa 4242' }
  const stored = await supabaseAdmin.rpc('take_provider_event', {
    provider: 'test',
    event_id: eventId,
    kind,
    reference,
    details,
  })
  if (stored.error) throw new Error(stored.error.message)
  const handled = await supabaseAdmin.rpc('handle_provider_events')
  if (handled.error) throw new Error(handled.error.message)
}
