import type { PaymentProvider } from './provider.ts'
import type { StripeAccess } from './stripe/client.ts'

/** The provider for the jobs; null without payments. Stripe's client is loaded on demand. */
export async function openProvider(
  name: 'off' | 'test' | 'stripe',
  stripe: StripeAccess | null,
): Promise<PaymentProvider | null> {
  if (name === 'test') return (await import('./test-provider.ts')).testProvider
  if (stripe === null) return null
  const [{ createStripe }, { stripeProvider }] = await Promise.all([
    import('./stripe/client.ts'),
    import('./stripe/stripe-provider.ts'),
  ])
  return stripeProvider(createStripe(stripe))
}
