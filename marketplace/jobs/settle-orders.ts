import type { Job, JobContext } from 'souk-backend/jobs'

interface Task {
  readonly key: string
  readonly kind: 'refund' | 'cancel' | 'payout' | 'dispute'
  readonly payment: string | null
}

/** What the test provider reports about a task; cancelled payments have no report. */
const REPORT = { refund: 'refunded', payout: 'paid_out', dispute: 'disputed', cancel: null } as const

/**
 * Time-based changes of orders (unpaid, not shipped, accepted by time, …), reports of the payment provider that wait, and what the provider
 * is asked to do. Each step is its own transaction and safe to repeat.
 */
export const settleOrders: Job = {
  name: 'settle-orders',
  schedule: '* * * * *',
  async run(context) {
    const { sql, log } = context
    const asked = await askProvider(context)
    const [row] = await sql<{ events: number; deadlines: number; payouts: number }[]>`
      select public.handle_provider_events() as events, private.pass_deadlines() as deadlines, private.pass_payouts() as payouts`
    if (row && asked + row.events + row.deadlines + row.payouts > 0) log.info({ ...row, asked }, 'orders settled')
  },
}

/** The test provider does everything at once and reports it; a report that is known already changes nothing. */
async function askProvider({ sql }: JobContext): Promise<number> {
  const tasks = await sql<Task[]>`
    select key, kind, payment from private.payment_tasks
    where done_at is null and provider = 'test' and due_at <= now() order by due_at limit 100`
  for (const { key, kind, payment } of tasks) {
    const report = REPORT[kind]
    if (report) {
      await sql`select public.take_provider_event('test', ${`${key} ${report}`}, ${report}, ${kind === 'dispute' ? payment : key})`
    }
    if (kind === 'cancel' || kind === 'dispute') {
      await sql`update private.payment_tasks set done_at = now() where key = ${key} and done_at is null`
    }
  }
  return tasks.length
}
