import type Stripe from 'stripe'

/**
 * Creates a seller's connected account, which Stripe onboards. The platform pays Stripe's fees and is liable for losses, since it decides about
 * refunds, and it triggers payouts (balance, minimum amount, schedule).
 */
export async function createAccount(stripe: Stripe, userId: string): Promise<string> {
  const account = await stripe.accounts.create(
    {
      controller: {
        fees: { payer: 'application' },
        losses: { payments: 'application' },
        requirement_collection: 'stripe',
        stripe_dashboard: { type: 'express' },
      },
      capabilities: { transfers: { requested: true } },
      settings: { payouts: { schedule: { interval: 'manual' } } },
      metadata: { user: userId },
    },
    { idempotencyKey: `account ${userId}` },
  )
  return account.id
}

/** Stripe's single-use onboarding link: it returns to `returnUrl`, or to `againUrl` if it has expired. */
export async function onboardingUrl(
  stripe: Stripe,
  { account, returnUrl, againUrl }: { account: string; returnUrl: string; againUrl: string },
): Promise<string> {
  const link = await stripe.accountLinks.create({
    account,
    type: 'account_onboarding',
    return_url: returnUrl,
    refresh_url: againUrl,
    collection_options: { fields: 'eventually_due' },
  })
  return link.url
}
