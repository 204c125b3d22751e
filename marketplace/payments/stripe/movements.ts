import type Stripe from 'stripe'
import type { Movement } from '../provider.ts'
import { idOf } from './reports.ts'

interface Time {
  readonly since: Date
  readonly until: Date
  /** Accounts of sellers with payouts in the period, which have separate books. */
  readonly accounts: readonly string[]
}

/** Stripe's books of a period: the platform's balance transactions, and sellers' payouts. */
export async function* stripeMovements(stripe: Stripe, { since, until, accounts }: Time): AsyncGenerator<Movement> {
  const created = { gte: Math.floor(since.getTime() / 1000), lt: Math.floor(until.getTime() / 1000) }
  for await (const line of stripe.balanceTransactions.list({ created, limit: 100, expand: ['data.source'] })) {
    const movement = movementOf(line)
    if (movement) yield movement
  }
  for (const account of accounts) {
    for await (const payout of stripe.payouts.list({ created, limit: 100 }, { stripeAccount: account })) {
      if (payout.status === 'failed' || payout.status === 'canceled') continue
      yield {
        id: payout.id,
        kind: 'payout',
        reference: payout.metadata?.task ?? payout.id,
        amountMinor: payout.amount,
        currency: payout.currency.toUpperCase(),
        feeMinor: 0,
      }
    }
  }
}

const KINDS: Readonly<Record<string, Movement['kind']>> = {
  charge: 'payment',
  payment: 'payment',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund_failed',
  payment_failure_refund: 'refund_failed',
  transfer: 'transfer',
  transfer_refund: 'transfer',
}

/** Amounts are the source's, since the platform may settle in another currency. Null for the platform's own movements. */
function movementOf(line: Stripe.BalanceTransaction): Movement | null {
  const { id, type, source, fee: feeMinor } = line
  // Payouts to the operator's bank, top-ups and Stripe's invoices.
  if (type === 'payout' || type === 'topup' || type === 'stripe_fee' || type === 'tax_fee') return null
  if (!source || typeof source === 'string') return otherOf(line)
  const of = (kind: Movement['kind'], reference: string | undefined, amount: number, currency: string): Movement => ({
    id,
    kind,
    reference: reference ?? source.id,
    amountMinor: Math.abs(amount),
    currency: currency.toUpperCase(),
    feeMinor,
  })
  switch (source.object) {
    case 'charge':
      return of(
        'payment',
        source.payment_intent ? idOf(source.payment_intent) : undefined,
        source.amount,
        source.currency,
      )
    case 'dispute': {
      const kind = line.amount < 0 ? 'dispute' : 'dispute_won'
      return of(kind, source.payment_intent ? idOf(source.payment_intent) : undefined, source.amount, source.currency)
    }
    case 'refund':
    case 'transfer':
    case 'transfer_reversal':
      return of(KINDS[type] ?? 'other', source.metadata?.task, source.amount, source.currency)
    default:
      return otherOf(line)
  }
}

const otherOf = ({ id, amount, currency, fee }: Stripe.BalanceTransaction): Movement => ({
  id,
  kind: 'other',
  reference: id,
  amountMinor: Math.abs(amount),
  currency: currency.toUpperCase(),
  feeMinor: fee,
})
