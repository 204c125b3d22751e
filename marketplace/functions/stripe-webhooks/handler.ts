import type { FunctionContext, FunctionHandler } from 'souk-backend/functions'
import Stripe from 'stripe'
import { refusalAnswer } from '../../contract/refusals/explain.ts'
import { reportOf } from '../../payments/stripe/reports.ts'
import { takeReport } from '../_shared/take-report.ts'

/**
 * Stripe events: verified by signature (at most five minutes old), stored, acknowledged, and then handled. The job handles what could not be handled
 * now; an event that could not be stored is not acknowledged, and Stripe sends it again.
 */
export const handle: FunctionHandler = async (request, context) => {
  if (request.method !== 'POST') return refusalAnswer({ code: 'SK901' })
  const event = await verified(await request.text(), request.headers.get('stripe-signature'), context.env)
  if (!event) return refusalAnswer({ code: 'SK949' })
  const report = reportOf(event)
  if (!report) return Response.json({ received: true })
  // The signature authenticates the caller: there is no user.
  const { supabaseAdmin, log } = context
  await takeReport(context, 'stripe', report)
  context.waitUntil(
    handleReports(supabaseAdmin).catch((cause: unknown) =>
      log.warn('reports of Stripe wait for the job', { cause: String(cause) }),
    ),
  )
  return Response.json({ received: true })
}

async function handleReports(supabaseAdmin: FunctionContext['supabaseAdmin']): Promise<void> {
  const { error } = await supabaseAdmin.rpc('handle_provider_events')
  if (error) throw new Error(error.message)
}

/** Accepts any of the secrets: events of the platform and of connected accounts have separate endpoints. Null if forged. */
async function verified(
  body: string,
  signature: string | null,
  { STRIPE_WEBHOOK_SECRETS = '' }: FunctionContext['env'],
): Promise<Stripe.Event | null> {
  if (!signature) return null
  for (const secret of STRIPE_WEBHOOK_SECRETS.split(',').filter(Boolean)) {
    try {
      return await Stripe.webhooks.constructEventAsync(body, signature, secret)
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error
    }
  }
  return null
}
