import type { Job } from 'souk-backend/jobs'
import type { Movement, PaymentProvider } from '../payments/provider.ts'

const AN_HOUR_MS = 3_600_000
const A_DAY_MS = 24 * AN_HOUR_MS
/** Read from before our last entry: the provider's report may come a day later. */
const OVERLAP_MS = 2 * A_DAY_MS

/**
 * Compares the ledger with the payment provider's books, from the end of the last comparison up to an hour ago: every
 * difference is logged, stored in private.reconciliations and reported to the administrators.
 * @param provider  null without payments
 */
export const reconcilePayments = (provider: PaymentProvider | null): Job => ({
  name: 'reconcile-payments',
  schedule: '20 4 * * *',
  async run({ sql, log }) {
    if (!provider) return
    const [last] = await sql<{ until: Date }[]>`
      select until from private.reconciliations where provider = ${provider.name} order by until desc limit 1`
    const until = new Date(Date.now() - AN_HOUR_MS)
    const since = last?.until ?? new Date(until.getTime() - A_DAY_MS)
    const accounts = await sql<{ account_id: string }[]>`
      select distinct account.account_id from private.payout_accounts account
      join private.payment_tasks task on task.user_id = account.user_id and task.kind = 'payout' and task.asked_at > ${since}::timestamptz - interval '10 days'`
    const movements: Movement[] = []
    const time = {
      since: new Date(since.getTime() - OVERLAP_MS),
      until,
      accounts: accounts.map(({ account_id }) => account_id),
    }
    for await (const movement of provider.movements(time, sql)) movements.push(movement)
    const [found] = await sql<{ differences: unknown[] }[]>`
      select private.reconcile(${provider.name}, ${sql.json(movements)}, ${since}, ${until}) as differences`
    const differences = found?.differences ?? []
    if (differences.length > 0) {
      log.error(
        { differences: differences.slice(0, 20), count: differences.length },
        'the payment provider and the ledger differ',
      )
    } else {
      log.info({ movements: movements.length }, 'the payment provider and the ledger agree')
    }
  },
})
