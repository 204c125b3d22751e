import type Stripe from 'stripe'
import type { ProviderReport, ReportKind } from '../provider.ts'

/** Converts a Stripe event to a provider event; null if it is irrelevant. Events may be duplicated and out of order. */
export function reportOf(event: Stripe.Event): ProviderReport | null {
  const report = (kind: ReportKind, reference: string, details: ProviderReport['details'] = {}): ProviderReport => ({
    eventId: event.id,
    kind,
    reference,
    details,
  })
  switch (event.type) {
    case 'payment_intent.succeeded':
      return report('succeeded', event.data.object.id, paidDetails(event.data.object))
    case 'charge.succeeded': {
      const { id, payment_intent, amount, currency, captured, payment_method_details } = event.data.object
      if (!payment_intent || !captured) return null
      const print = payment_method_details?.card?.fingerprint
      return report('succeeded', idOf(payment_intent), {
        amount_minor: amount,
        currency: currency.toUpperCase(),
        charge: id,
        ...(print && { card_print: print }),
      })
    }
    case 'payment_intent.requires_action':
      return report('challenged', event.data.object.id)
    case 'payment_intent.payment_failed':
      return report('failed', event.data.object.id)
    case 'payment_intent.canceled':
      return report('cancelled', event.data.object.id)
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return refundReport(event.data.object, event.id)
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated': {
      const { payment_intent, amount } = event.data.object
      if (!payment_intent) return null
      const kind = event.type === 'charge.dispute.funds_withdrawn' ? 'disputed' : 'dispute_won'
      return report(kind, idOf(payment_intent), { amount_minor: amount })
    }
    case 'payout.paid':
    case 'payout.failed':
    case 'payout.canceled':
      return payoutReport(event.data.object, event.account ?? null, event.id)
    case 'account.updated':
      return accountReport(event.data.object, event.id, event.created)
    case 'account.application.deauthorized':
      return event.account
        ? report('account', event.account, { ...CLOSED, at: new Date(event.created * 1000).toISOString() })
        : null
    default:
      return null
  }
}

const CLOSED = { takes_transfers: false, pays_out: false, missing: [], disabled_reason: 'rejected.deauthorized' }

export const paidDetails = ({ amount_received, currency, latest_charge }: Stripe.PaymentIntent) => ({
  amount_minor: amount_received,
  currency: currency.toUpperCase(),
  ...(latest_charge && { charge: idOf(latest_charge) }),
})

/** Null while pending, or for one made in the dashboard: the daily reconciliation reports it. */
export function refundReport(refund: Stripe.Refund, eventId: string): ProviderReport | null {
  const task = refund.metadata?.task
  if (!task || (refund.status !== 'succeeded' && refund.status !== 'failed' && refund.status !== 'canceled'))
    return null
  return {
    eventId,
    kind: refund.status === 'succeeded' ? 'refunded' : 'refund_failed',
    reference: task,
    details: {
      amount_minor: refund.amount,
      made: refund.id,
      ...(refund.failure_reason && { reason: refund.failure_reason }),
    },
  }
}

/** Null while in transit to the bank. */
export function payoutReport(payout: Stripe.Payout, account: string | null, eventId: string): ProviderReport | null {
  const task = payout.metadata?.task
  if (!task || payout.status === 'pending' || payout.status === 'in_transit') return null
  return {
    eventId,
    kind: payout.status === 'paid' ? 'paid_out' : 'payout_failed',
    reference: task,
    details: { amount_minor: payout.amount, made: payout.id, ...(account && { account }) },
  }
}

export function accountReport(account: Stripe.Account, eventId: string, created: number): ProviderReport {
  const { requirements } = account
  return {
    eventId,
    kind: 'account',
    reference: account.id,
    details: {
      takes_transfers: account.capabilities?.transfers === 'active',
      pays_out: account.payouts_enabled ?? false,
      missing: [...new Set([...(requirements?.past_due ?? []), ...(requirements?.currently_due ?? [])])],
      disabled_reason: requirements?.disabled_reason ?? null,
      at: new Date(created * 1000).toISOString(),
    },
  }
}

export const idOf = (known: string | { id: string }) => (typeof known === 'string' ? known : known.id)
