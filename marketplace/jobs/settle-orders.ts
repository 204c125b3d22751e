import type { Job, JobContext } from 'souk-backend/jobs'
import type { PaymentProvider, PaymentTask, TaskOutcome } from '../payments/provider.ts'

/** Concurrent calls to the provider, and tasks per run: the next run is within a minute. */
const AT_ONCE = 8
const PER_RUN = 200

/**
 * Time-based changes of orders (unpaid, not shipped, accepted by timeout, …), pending provider events, and tasks for the provider.
 * Each step is a separate transaction and idempotent. Also woken by new tasks.
 * @param provider  null without payments
 */
export const settleOrders = (provider: PaymentProvider | null): Job => ({
  name: 'settle-orders',
  schedule: '* * * * *',
  async run(context) {
    const { sql, log } = context
    const asked = provider ? await askProvider(provider, context) : 0
    const [row] = await sql<{ events: number; deadlines: number; payouts: number }[]>`
      select public.handle_provider_events() as events, private.pass_deadlines() as deadlines, private.pass_payouts() as payouts`
    if (row && asked + row.events + row.deadlines + row.payouts > 0) log.info({ ...row, asked }, 'orders settled')
  },
})

async function askProvider(provider: PaymentProvider, context: JobContext): Promise<number> {
  const tasks = await dueTasks(provider, context)
  for (let at = 0; at < tasks.length && !context.signal.aborted; at += AT_ONCE) {
    await Promise.all(tasks.slice(at, at + AT_ONCE).map((task) => ask(provider, task, context)))
  }
  return tasks.length
}

/** Marked as tried before the first call: after a crash, the provider is asked about them first. */
async function dueTasks({ name }: PaymentProvider, { sql }: JobContext): Promise<readonly PaymentTask[]> {
  return sql<PaymentTask[]>`
    with due as materialized (
      select task.key, task.tried_at is not null as tried from private.payment_tasks task
      where task.done_at is null and task.provider = ${name} and task.due_at <= now() order by task.due_at, task.key limit ${PER_RUN}
    ), marked as (
      update private.payment_tasks task set tried_at = coalesce(task.tried_at, now()) from due where task.key = due.key and not due.tried
    )
    select task.key, task.kind, task.order_id as "orderId", task.payment, task.amount_minor as "amountMinor", task.currency, task.attempts, due.tried as "wasTried",
      task.asked_at as "askedAt", account.account_id as account, coalesce(account.takes_transfers, false) as "accountTakesTransfers", plan.holder,
      case when task.key = 'transfer ' || task.order_id then payment.charge end as charge,
      case when task.amount_minor < 0 then (select sent.made from private.payment_tasks sent where sent.key = 'transfer ' || task.order_id) end as transfer
    from due join private.payment_tasks task on task.key = due.key
    left join private.payments payment on payment.reference = task.payment
    left join private.payout_accounts account on account.user_id = task.user_id
    left join private.payout_plans plan on plan.user_id = task.user_id
    order by task.due_at, task.key`
}

async function ask(provider: PaymentProvider, task: PaymentTask, context: JobContext): Promise<void> {
  const { sql, log } = context
  try {
    await keepOutcome(provider.name, task, await provider.perform(task), context)
  } catch (error) {
    // Outcome unknown: asked again later.
    log.warn({ err: error, task: task.key }, 'the payment provider did not answer')
    await sql`
      update private.payment_tasks set due_at = now() + interval '2 minutes', last_error = ${String(error).slice(0, 300)}
      where key = ${task.key} and done_at is null`
  }
}

async function keepOutcome(
  provider: string,
  { key, kind }: PaymentTask,
  outcome: TaskOutcome,
  { sql, log }: JobContext,
): Promise<void> {
  switch (outcome.is) {
    case 'reported': {
      const { eventId, kind: what, reference, details } = outcome.report
      await sql`select public.take_provider_event(${provider}, ${eventId}, ${what}, ${reference}, ${sql.json(details)})`
      // The others are done once their event is handled.
      if (kind === 'cancel' || kind === 'dispute') {
        await sql`update private.payment_tasks set done_at = now(), last_error = null where key = ${key} and done_at is null`
      }
      return
    }
    case 'later':
      await sql`
        update private.payment_tasks set due_at = now() + ${outcome.minutes} * interval '1 minute', last_error = ${outcome.why.slice(0, 300)},
          attempts = attempts + ${outcome.isRefused ? 1 : 0} where key = ${key} and done_at is null`
      return
    case 'stuck':
      log.error({ task: key, why: outcome.why }, 'a task of the payment provider needs the operator')
      await sql`
        update private.payment_tasks set due_at = 'infinity', last_error = ${outcome.why.slice(0, 300)}, attempts = attempts + 1
        where key = ${key} and done_at is null`
  }
}
