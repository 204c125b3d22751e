import type Stripe from 'stripe'

/**
 * A seller's account, at which Stripe asks who they are and where their money goes. The platform pays Stripe's fees and stands in for
 * losses, as it decides about refunds. Payouts are the platform's to make (balance, least amount, plan).
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

/** Stripe's page for the account, once: `returnUrl` comes after it, `againUrl` when the link is too old. */
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
