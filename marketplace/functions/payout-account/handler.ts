import type { FunctionContext, FunctionHandler } from 'souk-backend/functions'
import { paths } from '../../contract/paths.ts'
import { refusalAnswer } from '../../contract/refusals/explain.ts'
import { createAccount, onboardingUrl } from '../../payments/stripe/accounts.ts'
import { createStripe } from '../../payments/stripe/client.ts'
import { accountReport } from '../../payments/stripe/reports.ts'
import { takeReport } from '../_shared/take-report.ts'

/**
 * POST returns `{ url }`: Stripe's onboarding page for identity and bank account. GET refreshes the account's state from Stripe, for the page that
 * the seller returns to; the result is in `my_balance`.
 */
export const handle: FunctionHandler = async (request, context) => {
  const { caller, env, log } = context
  if (caller.userId === null) return refusalAnswer({ code: 'SK360' })
  if (env.PAYMENTS !== 'stripe') return refusalAnswer({ code: 'SK929' })
  if (request.method !== 'POST' && request.method !== 'GET') return refusalAnswer({ code: 'SK901' })
  // With the caller's rights, which also refuses a session without its second factor.
  const known = await context.supabase.rpc('my_payout_account')
  if (known.error) return refusalAnswer({ code: 'SK360' })
  const stripe = createStripe({ secretKey: env.STRIPE_SECRET_KEY ?? '', apiUrl: env.STRIPE_API_URL ?? null })
  const account = typeof known.data === 'string' ? known.data : null
  try {
    if (request.method === 'GET') {
      if (account) await refresh(await stripe.accounts.retrieve(account), context)
      return Response.json({ known: account !== null })
    }
    const page = `${env.PUBLIC_URL ?? ''}${paths.balance}`
    const url = await onboardingUrl(stripe, {
      account: account ?? (await record(caller.userId, await createAccount(stripe, caller.userId), context)),
      returnUrl: page,
      againUrl: page,
    })
    return Response.json({ url }, { headers: { 'cache-control': 'no-store' } })
  } catch (error) {
    log.error('Stripe could not be asked about an account', { error: String(error) })
    return refusalAnswer({ code: 'SK948' })
  }
}

/** @returns the stored account, since two concurrent calls may have created two */
async function record(seller: string, account_id: string, { supabaseAdmin }: FunctionContext): Promise<string> {
  const { data, error } = await supabaseAdmin.rpc('record_payout_account', { seller, account_id })
  if (error) throw new Error(error.message)
  return String(data)
}

async function refresh(account: Parameters<typeof accountReport>[0], context: FunctionContext): Promise<void> {
  const asked = Math.floor(Date.now() / 1000)
  await takeReport(context, 'stripe', accountReport(account, `${account.id} asked ${asked}`, asked), true)
}
