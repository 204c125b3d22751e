import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PaymentTask } from '../provider.ts'
import { type StripeMock, startStripeMock } from '../testing/stripe-mock.ts'
import { createAccount, onboardingUrl } from './accounts.ts'
import { beginPayment } from './begin-payment.ts'
import { createStripe } from './client.ts'
import { stripeMovements } from './movements.ts'
import { performTask } from './tasks.ts'

/** Every request of Souk, validated by Stripe's own mock against its API description. */
let mock: StripeMock | null = null
let missing = ''

beforeAll(async () => {
  const started = await startStripeMock()
  if ('missing' in started) missing = started.missing
  else mock = started
}, 300_000)
afterAll(() => mock?.end())

const TASK: PaymentTask = {
  key: 'refund 5b1f0f6e',
  kind: 'refund',
  orderId: '5b1f0f6e-3c1a-4b8e-9b5e-0d6a0c6a1f11',
  payment: 'pi_123',
  charge: 'ch_123',
  amountMinor: 1000,
  currency: 'EUR',
  account: 'acct_123',
  accountTakesTransfers: true,
  holder: null,
  wasTried: false,
  attempts: 0,
  askedAt: new Date(),
  transfer: 'tr_123',
}

describe("Stripe's own mock accepts", () => {
  test.beforeEach(({ skip }) => {
    skip(mock === null, `stripe-mock cannot be built: ${missing}`)
  })
  const stripe = () => createStripe({ secretKey: 'sk_test_123', apiUrl: mock?.url ?? '' })

  test('beginning a payment, and going on with one', async () => {
    const order = {
      orderId: TASK.orderId ?? '',
      orderNumber: 20_001,
      totalMinor: 13_090,
      currency: 'EUR',
      calledOff: 0,
    }
    const begun = await beginPayment(stripe(), { ...order, reference: null })
    expect(begun.reference).toMatch(/^pi_/)
    expect(begun.clientSecret).toContain('_secret_')
    expect((await beginPayment(stripe(), { ...order, reference: 'pi_123' })).reference).toMatch(/^pi_/)
  })

  test('an account with its onboarding', async () => {
    const account = await createAccount(stripe(), 'b9f0a9be-1d40-4f6d-9d8e-1d7a3a4ac0de')
    expect(account).toMatch(/^acct_/)
    const page = 'https://souk.example.com/dashboard?tab=balance'
    expect(await onboardingUrl(stripe(), { account, returnUrl: page, againUrl: page })).toMatch(/^https:/)
  })

  test.for<[what: string, task: Partial<PaymentTask>]>([
    ['a refund', { kind: 'refund' }],
    ['cancelling a payment', { kind: 'cancel' }],
    ['a transfer', { kind: 'transfer' }],
    ['a transfer without a source', { kind: 'transfer', charge: null }],
    ['taking back a transfer', { kind: 'transfer', amountMinor: -500 }],
    ['a payout', { kind: 'payout' }],
  ])('%s, and looking up an existing one', async ([, task]) => {
    for (const wasTried of [false, true]) {
      const outcome = await performTask(stripe(), { ...TASK, ...task, wasTried })
      expect(outcome.is).not.toBe('stuck')
    }
  })

  test('reading its books', async () => {
    const time = { since: new Date(0), until: new Date(), accounts: ['acct_123'] }
    const movements = []
    for await (const movement of stripeMovements(stripe(), time)) movements.push(movement)
    expect(movements.length).toBeGreaterThan(0)
  })

  test('and refuses unknown requests', async () => {
    await expect(
      stripe().rawRequest('POST', '/v1/payment_intents', { amount: 1, currency: 'eur', wrong: 1 }),
    ).rejects.toThrow(/additional properties/)
  })
})
