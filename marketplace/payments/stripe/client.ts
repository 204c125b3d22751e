import Stripe from 'stripe'

export interface StripeAccess {
  readonly secretKey: string
  /** Another server than api.stripe.com; null or empty for Stripe itself. */
  readonly apiUrl: string | null
}

const TIMEOUT_MS = 10_000

/** The official client. It sends an idempotency key with every POST and retries calls without a response. */
export function createStripe({ secretKey, apiUrl }: StripeAccess): Stripe {
  const url = apiUrl ? new URL(apiUrl) : null
  return new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(url && {
      host: url.hostname,
      port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
      protocol: url.protocol === 'https:' ? 'https' : 'http',
    }),
  })
}

/** Whether Stripe understood and refused the call, so that a retry would be refused too. Other errors can be retried. */
export function isRefusal(error: unknown): error is InstanceType<typeof Stripe.errors.StripeError> {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeCardError ||
    error instanceof Stripe.errors.StripePermissionError
  )
}
