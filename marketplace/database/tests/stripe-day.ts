import type Stripe from 'stripe'
import { contextOf } from '../../functions/_shared/context-of.ts'
import { handle } from '../../functions/stripe-webhooks/handler.ts'
import { settleOrders } from '../../jobs/settle-orders.ts'
import { stripeProvider } from '../../payments/stripe/stripe-provider.ts'
import type { Market } from './database.ts'
import { jobContext } from './job-context.ts'

/** Signing secrets of the two webhook endpoints. */
export const SECRETS = { platform: 'whsec_platform', accounts: 'whsec_accounts' }

/** The function `stripe-webhooks` on this market. */
export function webhooksOf({ owner }: Market) {
  const waits: Promise<unknown>[] = []
  const supabaseAdmin = {
    async rpc(name: string, given: Record<string, string | object> = {}) {
      if (name === 'handle_provider_events') await owner`select public.handle_provider_events()`
      else {
        const { provider, event_id, kind, reference, details } = given
        await owner`select public.take_provider_event(${String(provider)}, ${String(event_id)}, ${String(kind)}, ${String(reference)}, ${owner.json(details as object as never)})`
      }
      return { data: null, error: null }
    },
  }
  const context = contextOf({
    env: { STRIPE_WEBHOOK_SECRETS: Object.values(SECRETS).join(',') },
    supabaseAdmin,
    log: console,
    waitUntil: (work: Promise<unknown>) => waits.push(work),
  })
  return async (payload: string, signature: string) => {
    const headers = { 'stripe-signature': signature }
    const answer = await handle(new Request('http://souk.test', { method: 'POST', body: payload, headers }), context)
    await Promise.all(waits.splice(0))
    return answer
  }
}

/** As the job runs when time has passed. */
export async function settleWith(stripe: Stripe, market: Market): Promise<void> {
  await market.owner`update private.payment_tasks set due_at = now() - interval '1 second' where done_at is null and due_at < 'infinity'`
  await settleOrders(stripeProvider(stripe)).run(jobContext(market))
}
