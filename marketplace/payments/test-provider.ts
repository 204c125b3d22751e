import type { Movement, PaymentProvider, PaymentTask, TaskOutcome } from './provider.ts'

/** Results of payouts to these account holders: a day later, or returned by the bank. */
export const LATE_PAYOUT = /^late payout$/i
export const NO_PAYOUT = /^no payout$/i
const A_DAY_MS = 86_400_000

const KINDS = {
  succeeded: 'payment',
  refunded: 'refund',
  paid_out: 'payout',
  disputed: 'dispute',
  dispute_won: 'dispute_won',
} as const

/** Moves no money: executes everything immediately and reports it. Its reports are its books. */
export const testProvider: PaymentProvider = {
  name: 'test',
  perform: async (task) => outcomeOf(task),
  async *movements({ since, until }, sql) {
    const rows = await sql<
      { id: string; kind: keyof typeof KINDS; reference: string; amount: number | null; currency: string | null }[]
    >`
      select event.event_id as id, event.kind, event.reference, coalesce(payment.amount_minor, task.amount_minor) as amount,
        coalesce(payment.currency, task.currency) as currency
      from private.provider_events event
      left join private.payments payment on payment.reference = event.reference
      left join private.payment_tasks task on task.key = event.reference
      where event.provider = 'test' and event.received_at >= ${since} and event.received_at < ${until} and event.kind in ${sql(Object.keys(KINDS))}`
    for (const { id, kind, reference, amount, currency } of rows) {
      yield {
        id,
        kind: KINDS[kind],
        reference,
        amountMinor: amount ?? 0,
        currency: currency ?? '',
        feeMinor: 0,
      } satisfies Movement
    }
  },
}

function outcomeOf({ key, kind, payment, holder, askedAt }: PaymentTask): TaskOutcome {
  const report = (
    what: 'refunded' | 'paid_out' | 'payout_failed' | 'disputed' | 'cancelled' | 'transferred',
    reference = key,
  ): TaskOutcome => ({
    is: 'reported',
    report: { eventId: `${key} ${what}`, kind: what, reference, details: {} },
  })
  switch (kind) {
    case 'refund':
      return report('refunded')
    case 'transfer':
      return report('transferred')
    case 'cancel':
      return report('cancelled', payment ?? key)
    case 'dispute':
      return report('disputed', payment ?? key)
    case 'payout':
      if (NO_PAYOUT.test(holder ?? '')) return report('payout_failed')
      if (LATE_PAYOUT.test(holder ?? '') && Date.now() - askedAt.getTime() < A_DAY_MS) {
        return { is: 'later', minutes: 60, why: 'a slow bank' }
      }
      return report('paid_out')
  }
}
