import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PaymentTask } from '../provider.ts'
import { type StripeStandIn, startStripe } from '../testing/stripe-stand-in.ts'
import { createAccount } from './accounts.ts'
import { beginPayment } from './begin-payment.ts'
import { createStripe } from './client.ts'
import { performTask } from './tasks.ts'

let standIn: StripeStandIn
let payment: string
let seller: string
const client = () => createStripe({ secretKey: 'sk_test_stand_in', apiUrl: standIn.url })

beforeAll(async () => {
  standIn = await startStripe()
})
afterAll(() => standIn.end())

let orders = 0
beforeEach(async () => {
  standIn.faults = { lostAnswers: 0, errors: 0, lostEvents: 0, doubledEvents: 0 }
  orders += 1
  const order = {
    orderId: `order-${orders}`,
    orderNumber: orders,
    totalMinor: 10_000,
    currency: 'EUR',
    reference: null,
    calledOff: 0,
  }
  payment = (await beginPayment(client(), order)).reference
  seller = await createAccount(client(), `seller-${orders}`)
})

const taskOf = (task: Partial<PaymentTask>): PaymentTask => ({
  key: `${task.kind} ${orders}`,
  kind: 'refund',
  orderId: `order-${orders}`,
  payment,
  charge: standIn.payments.get(payment)?.latest_charge ?? null,
  amountMinor: 1000,
  currency: 'EUR',
  account: seller,
  accountTakesTransfers: standIn.accounts.get(seller)?.capabilities.transfers === 'active',
  holder: null,
  wasTried: false,
  attempts: 0,
  askedAt: new Date(),
  transfer: null,
  ...task,
})
const refundsOf = (id: string) => [...standIn.refunds.values()].filter((refund) => refund.payment_intent === id)

test('an order has one payment, however often it is started', async () => {
  const order = {
    orderId: `order-${orders}`,
    orderNumber: orders,
    totalMinor: 10_000,
    currency: 'EUR',
    reference: null,
    calledOff: 0,
  }
  expect((await beginPayment(client(), order)).reference).toBe(payment)
})

describe('a refund', () => {
  test('is made once if its response is lost, it is repeated, or its key has expired', async () => {
    standIn.pay(payment)
    standIn.faults = { ...standIn.faults, lostAnswers: 1 }
    await expect(performTask(client(), taskOf({ kind: 'refund' }))).rejects.toThrow()
    standIn.faults = { ...standIn.faults, lostAnswers: 0 }
    expect(refundsOf(payment)).toHaveLength(1)
    await performTask(client(), taskOf({ kind: 'refund' }))
    standIn.forgetIdempotencyKeys()
    const outcome = await performTask(client(), taskOf({ kind: 'refund', wasTried: true }))
    expect(outcome).toMatchObject({ is: 'reported', report: { kind: 'refunded', reference: `refund ${orders}` } })
    expect(refundsOf(payment)).toHaveLength(1)
  })

  test('of a disputed charge waits for the dispute, and one of too much needs the operator', async () => {
    standIn.pay(payment)
    expect(await performTask(client(), taskOf({ kind: 'refund', amountMinor: 10_001 }))).toMatchObject({ is: 'stuck' })
    standIn.dispute(payment)
    const outcome = await performTask(client(), taskOf({ kind: 'refund', key: 'another' }))
    expect(outcome).toMatchObject({ is: 'later', isRefused: true, why: expect.stringContaining('charge_disputed') })
  })
})

describe('cancellation', () => {
  test('cancels a payment, and reports one that was paid at the last moment', async () => {
    expect(await performTask(client(), taskOf({ kind: 'cancel' }))).toMatchObject({ report: { kind: 'cancelled' } })
    expect(() => standIn.pay(payment)).toThrow('canceled')
    const other = await beginPayment(client(), {
      orderId: 'x',
      orderNumber: 1,
      totalMinor: 500,
      currency: 'EUR',
      reference: null,
      calledOff: 0,
    })
    standIn.pay(other.reference)
    const late = await performTask(client(), taskOf({ kind: 'cancel', payment: other.reference }))
    expect(late).toMatchObject({ report: { kind: 'succeeded', details: { amount_minor: 500, currency: 'EUR' } } })
  })

  test('of a payment that is paid in the meantime is tried again, and reports it', async () => {
    const stripe = client()
    const unpaid = await stripe.paymentIntents.retrieve(payment, { expand: ['latest_charge'] })
    vi.spyOn(stripe.paymentIntents, 'retrieve').mockResolvedValueOnce(unpaid)
    standIn.pay(payment)
    expect(await performTask(stripe, taskOf({ kind: 'cancel' }))).toMatchObject({ is: 'later', isRefused: true })
    const next = await performTask(stripe, taskOf({ kind: 'cancel', attempts: 1 }))
    expect(next).toMatchObject({ report: { kind: 'succeeded', reference: payment } })
  })
})

describe('a seller', () => {
  test('gets transfers and payouts once their account is ready, and pays for chargebacks', async () => {
    standIn.pay(payment)
    const transfer = { kind: 'transfer', amountMinor: 9000 } as const
    expect(await performTask(client(), taskOf(transfer))).toMatchObject({ is: 'later' })
    standIn.completeAccount(seller)
    const made = await performTask(client(), taskOf(transfer))
    expect(made).toMatchObject({ is: 'reported', report: { kind: 'transferred' } })
    const id = made.is === 'reported' ? String(made.report.details.made) : ''
    await performTask(client(), taskOf({ kind: 'transfer', key: 'reverse', amountMinor: -2000, transfer: id }))
    expect(standIn.balanceOf(seller)).toBe(7000)
    const payout = taskOf({ kind: 'payout', amountMinor: 7000 })
    expect(await performTask(client(), payout)).toMatchObject({ is: 'later', why: 'payout pending' })
    standIn.settlePayouts()
    const paid = await performTask(client(), { ...payout, wasTried: true })
    expect(paid).toMatchObject({ report: { kind: 'paid_out', details: { account: seller, amount_minor: 7000 } } })
    expect(standIn.balanceOf(seller)).toBe(0)
  })

  test('is paid later if the balance is insufficient, with a new key', async () => {
    standIn.completeAccount(seller)
    const payout = taskOf({ kind: 'payout', amountMinor: 500 })
    expect(await performTask(client(), payout)).toMatchObject({ is: 'later', isRefused: true })
    standIn.pay(payment)
    await performTask(client(), taskOf({ kind: 'transfer', amountMinor: 500 }))
    expect(await performTask(client(), { ...payout, attempts: 1, wasTried: true })).toMatchObject({
      why: 'payout pending',
    })
  })

  test('gets the money back in their balance if the account cannot be paid out', async () => {
    standIn.completeAccount(seller)
    standIn.restrictAccount(seller, ['individual.verification.document'])
    expect(await performTask(client(), taskOf({ kind: 'payout' }))).toMatchObject({ report: { kind: 'payout_failed' } })
  })
})

test('every call that changes something has an idempotency key', () => {
  const posts = standIn.calls.filter(({ what }) => what.startsWith('POST'))
  expect(posts.length).toBeGreaterThan(10)
  expect(posts.every(({ idempotencyKey }) => idempotencyKey)).toBe(true)
})
