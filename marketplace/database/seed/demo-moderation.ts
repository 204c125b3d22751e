import type { TransactionSql } from 'souk-backend/postgres'
import { demoId, hoursAgo } from './demo-data.ts'

/** Start of the reports: this month and the two before it have figures. */
const DAYS = 75

/** Median hours until a decision about a report, and about an appeal. */
const HOURS = { report: 9, appeal: 30 } as const

const STATEMENT = 'The ad broke the rules of the market that its seller agreed to.'

/**
 * Decided reports of the past weeks, for the transparency page. Their targets no longer exist, so they appear on nobody's page. Pseudo-random values
 * are hashes of the report's number: the same data gives the same months.
 */
export async function insertPastReports(sql: TransactionSql, now: Date): Promise<void> {
  await sql`
    with past as (
      select n, abs(hashtext('report ' || n)) % 100 as chance, gen_random_uuid() as id, gen_random_uuid() as target,
        ${now}::timestamptz - n * ${`${DAYS / 90} days`}::interval - interval '2 days' as at
      from generate_series(1, 90) n
    ), judged as (
      select *, chance < 62 as is_acted_on, at + make_interval(mins => ${HOURS.report * 60}::integer * (20 + chance) / 70) as decided_at from past
    ), reported as (
      insert into public.reports (id, target_kind, target_id, reason, priority, state, created_at, changed_at, handled_at)
      select id, 'listing', target,
        case when chance % 10 < 4 then 'scam' when chance % 10 < 6 then 'wrong_place' when chance % 10 < 8 then 'prohibited' else 'already_sold' end,
        50, case when is_acted_on then 'actioned' else 'rejected' end, at, decided_at, decided_at
      from judged
    )
    insert into public.decisions (report_id, target_kind, target_id, action, statement, automated, decided_at, appeal_deadline, appeal,
      appealed_at, appeal_state, appeal_statement, appeal_decided_at)
    select null, 'listing', target,
      case when not is_acted_on then 'none' when chance % 5 = 0 then 'warn' when chance % 5 < 3 then 'hide' else 'remove' end,
      to_jsonb(${STATEMENT}::text), is_acted_on and chance % 3 = 0, decided_at, decided_at + interval '6 months', appeal.words, appeal.at, appeal.state,
      case when appeal.words is not null then ${STATEMENT} end, appeal.at + make_interval(hours => ${HOURS.appeal}::integer * (50 + chance) / 100)
    from judged
    left join lateral (
      select 'This was a misunderstanding, please look again.' as words, decided_at + interval '6 hours' as at,
        case when chance % 4 = 0 then 'overturned' else 'upheld' end as state
      where is_acted_on and chance % 5 = 1 and decided_at < ${now}::timestamptz - interval '4 days') as appeal on true`
  await sql`select private.count_transparency()`
}

/** Undecided reports of demo users. */
const OPEN_REPORTS = [
  {
    kind: 'listing',
    target: 'l090',
    of: 's03',
    by: 's19',
    reason: 'counterfeit',
    priority: 40,
    hours: 5,
    detail: 'The hinge has no logo and the stamp inside looks printed on.',
  },
  {
    kind: 'message',
    target: 'c035-m03',
    of: 'x08',
    by: 's01',
    reason: 'offensive',
    priority: 35,
    hours: 7,
    detail: 'Asked me for photos of myself.',
  },
] as const

/** Reports that wait for a moderator, each with the reported content. */
export async function insertOpenReports(sql: TransactionSql, now: Date): Promise<void> {
  for (const { kind, target, of, by, reason, priority, hours, detail } of OPEN_REPORTS) {
    await sql`
      insert into public.reports (reporter_id, target_kind, target_id, reported_id, listing_id, conversation_id, reason, detail, evidence,
        priority, created_at, changed_at)
      select ${demoId(by)}, ${kind}, ${demoId(target)}, ${demoId(of)}, seen.listing, seen.talk, ${reason}, ${detail}, seen.seen, ${priority},
        ${hoursAgo(hours, now)}, ${hoursAgo(hours, now)}
      from private.report_target(${kind}, ${demoId(target)}, ${demoId(by)}) as seen`
  }
}
