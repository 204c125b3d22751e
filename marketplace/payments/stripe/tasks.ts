import type Stripe from 'stripe'
import type { PaymentTask, ProviderReport, TaskOutcome } from '../provider.ts'
import { isRefusal } from './client.ts'
import { paidDetails, payoutReport, refundReport } from './reports.ts'

const HOUR = 60
const DAY = 24 * HOUR

/**
 * Executes a task at Stripe. The call has the task's key as idempotency key and as metadata: the first prevents duplicates for a day, the
 * second finds the result after that.
 * @throws if Stripe cannot be reached: the outcome is unknown, and the next call asks for it
 */
export async function performTask(stripe: Stripe, task: PaymentTask): Promise<TaskOutcome> {
  try {
    switch (task.kind) {
      case 'refund':
        return await refund(stripe, task)
      case 'cancel':
        return await cancel(stripe, task)
      case 'transfer':
        return task.amountMinor > 0 ? await transfer(stripe, task) : await takeBack(stripe, task)
      case 'payout':
        return await payOut(stripe, task)
      case 'dispute':
        return { is: 'stuck', why: 'only the test provider disputes by itself' }
    }
  } catch (error) {
    if (isRefusal(error)) return refused(task, error)
    throw error
  }
}

const callOptions = ({ key, attempts }: PaymentTask) => ({
  idempotencyKey: attempts === 0 ? key : `${key} ${attempts}`,
})
const metadataOf = ({ key, orderId }: PaymentTask) => ({ task: key, ...(orderId && { order: orderId }) })
const isOf =
  ({ key }: PaymentTask) =>
  (made: { metadata: Stripe.Metadata | null }) =>
    made.metadata?.task === key

const reported = (report: ProviderReport): TaskOutcome => ({ is: 'reported', report })
const done = (task: PaymentTask, made: string): TaskOutcome =>
  reported({ eventId: `${task.key} transferred`, kind: 'transferred', reference: task.key, details: { made } })

async function refund(stripe: Stripe, task: PaymentTask): Promise<TaskOutcome> {
  const payment = task.payment ?? ''
  const known = task.wasTried
    ? (await stripe.refunds.list({ payment_intent: payment, limit: 100 })).data.find(isOf(task))
    : undefined
  const made =
    known ??
    (await stripe.refunds.create(
      {
        payment_intent: payment,
        amount: task.amountMinor,
        reason: 'requested_by_customer',
        metadata: metadataOf(task),
      },
      callOptions(task),
    ))
  const report = refundReport(made, `${task.key} ${made.status}`)
  return report ? reported(report) : { is: 'later', minutes: 6 * HOUR, why: `refund ${made.status}` }
}

async function cancel(stripe: Stripe, task: PaymentTask): Promise<TaskOutcome> {
  const payment = task.payment ?? ''
  const known = await stripe.paymentIntents.retrieve(payment, { expand: ['latest_charge'] })
  if (known.status === 'succeeded') {
    // Paid at the last moment: the order decides what happens to the payment.
    return reported({
      eventId: `${payment} succeeded`,
      kind: 'succeeded',
      reference: payment,
      details: paidDetails(known),
    })
  }
  if (known.status === 'processing') return { is: 'later', minutes: 5, why: 'the payment is being processed' }
  if (known.status !== 'canceled') {
    await stripe.paymentIntents.cancel(payment, { cancellation_reason: 'abandoned' }, callOptions(task))
  }
  return reported({ eventId: `${payment} cancelled`, kind: 'cancelled', reference: payment, details: {} })
}

async function transfer(stripe: Stripe, task: PaymentTask): Promise<TaskOutcome> {
  const { account, orderId, charge } = task
  if (!account || !task.accountTakesTransfers)
    return { is: 'later', minutes: DAY, why: 'the seller has no account yet' }
  const group = orderId ?? task.key
  const known = task.wasTried
    ? (await stripe.transfers.list({ transfer_group: group, limit: 100 })).data.find(isOf(task))
    : undefined
  const made =
    known ??
    (await stripe.transfers.create(
      {
        amount: task.amountMinor,
        currency: task.currency.toLowerCase(),
        destination: account,
        transfer_group: group,
        // Not before the buyer's money is available. Amounts paid by the market have no source charge.
        ...(charge && { source_transaction: charge }),
        metadata: metadataOf(task),
      },
      callOptions(task),
    ))
  return done(task, made.id)
}

/** Reverses part of a transfer, from the seller's account. */
async function takeBack(stripe: Stripe, task: PaymentTask): Promise<TaskOutcome> {
  const { transfer: from } = task
  if (!from) return { is: 'later', minutes: HOUR, why: 'the transfer itself waits' }
  const known = task.wasTried
    ? (await stripe.transfers.listReversals(from, { limit: 100 })).data.find(isOf(task))
    : undefined
  const made =
    known ??
    (await stripe.transfers.createReversal(
      from,
      { amount: -task.amountMinor, metadata: metadataOf(task) },
      callOptions(task),
    ))
  return done(task, made.id)
}

async function payOut(stripe: Stripe, task: PaymentTask): Promise<TaskOutcome> {
  const { account } = task
  if (!account) return { is: 'later', minutes: DAY, why: 'the seller has no account yet' }
  const asSeller = { stripeAccount: account }
  const known = task.wasTried ? (await stripe.payouts.list({ limit: 100 }, asSeller)).data.find(isOf(task)) : undefined
  const made =
    known ??
    (await stripe.payouts.create(
      { amount: task.amountMinor, currency: task.currency.toLowerCase(), metadata: metadataOf(task) },
      { ...asSeller, ...callOptions(task) },
    ))
  const report = payoutReport(made, account, `${task.key} ${made.status}`)
  return report ? reported(report) : { is: 'later', minutes: DAY, why: `payout ${made.status}` }
}

/** Errors that may pass, permanent ones, and those that the seller must fix. */
function refused(task: PaymentTask, error: { code?: string; type: string; message: string }): TaskOutcome {
  const why = `${error.code ?? error.type}: ${error.message}`
  switch (error.code) {
    case 'balance_insufficient':
    case 'insufficient_funds':
      return { is: 'later', minutes: 6 * HOUR, why, isRefused: true }
    case 'charge_disputed':
      // Its event settles the refund too.
      return { is: 'later', minutes: HOUR, why, isRefused: true }
    case 'idempotency_key_in_use':
    case 'lock_timeout':
      return { is: 'later', minutes: 1, why }
    case 'payment_intent_unexpected_state':
      // Paid or cancelled between the look and the call: the next look tells.
      if (task.kind === 'cancel') return { is: 'later', minutes: 1, why, isRefused: true }
  }
  if (task.kind === 'payout') {
    // Returned to the balance: the seller's account shows what is missing.
    return reported({
      eventId: `${task.key} refused ${task.attempts}`,
      kind: 'payout_failed',
      reference: task.key,
      details: { reason: why },
    })
  }
  return { is: 'stuck', why }
}
