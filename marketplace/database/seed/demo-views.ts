import type { TransactionSql } from 'souk-backend/postgres'

/** Start of the dashboard's figures, including the previous period for comparison. */
const DAYS = 60

/**
 * Daily views of each demo ad while it was live, slightly increasing, with weekends and variation. Pseudo-random values are hashes of ad and day: the
 * same data gives the same curve.
 */
export async function spreadViews(sql: TransactionSql, now: Date): Promise<void> {
  await sql`
    with on_offer as (
      select id, views_count, (first_published_at at time zone 'UTC')::date as first_day,
        (coalesce(sold_at, least(expires_at, ${now})) at time zone 'UTC')::date as last_day
      from public.listings where views_count > 0 and first_published_at is not null
    ), weighed as (
      select id, views_count, day::date,
        (0.4 + abs(hashtext(id::text || day::date)) % 1000 / 900.0) * (1 + (day::date - first_day) / 60.0)
          * case when extract(isodow from day) >= 6 then 1.4 else 1 end as weight
      from on_offer cross join generate_series(first_day, last_day, interval '1 day') day
      where first_day >= ${now}::date - 400
    ), shared as (
      -- Rounded sums, not rounded days: the days of an ad never add up to more than its views.
      select id, day, round(views_count * up_to / total) - round(views_count * (up_to - weight) / total) as views
      from (select *, sum(weight) over (partition by id order by day) as up_to, sum(weight) over (partition by id) as total from weighed) as summed
    )
    insert into public.listing_days (listing_id, day, views)
    select id, day, views::integer from shared
    where views > 0 and day > (${now}::timestamptz at time zone 'UTC')::date - ${DAYS}::integer`
}
