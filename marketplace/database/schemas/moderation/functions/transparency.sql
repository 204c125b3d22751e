create or replace function private.rounded_away(n bigint) returns bigint
language sql immutable set search_path = ''
return case when n between 1 and 4 then null else n end;
comment on function private.rounded_away(bigint) is 'A count for publication: null for 1 to 4.';

-- Counts by kind, omitting small ones.
create or replace function private.published_kinds(counts jsonb) returns jsonb
language sql immutable set search_path = ''
return (
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(counts) where value::bigint >= 5
);

-- Appeals of decisions, rejected reports and undelivered messages.
create or replace function private.appeals_between(begin_at timestamptz, end_at timestamptz)
returns table (appealed_at timestamptz, decided_at timestamptz, in_favour boolean)
language sql stable set search_path = '' as $$
  select decision.appealed_at, decision.appeal_decided_at, decision.appeal_state = 'overturned' from public.decisions decision
    where decision.appealed_at < end_at and (decision.appealed_at >= begin_at or decision.appeal_decided_at >= begin_at)
  union all
  select report.appealed_at, report.handled_at, report.state in ('actioned', 'upheld') from public.reports report
    where report.appealed_at < end_at and (report.appealed_at >= begin_at or report.handled_at >= begin_at)
  union all
  select held.appealed_at, held.decided_at, held.state = 'released' from public.held_messages held
    where held.appealed_at < end_at and (held.appealed_at >= begin_at or held.decided_at >= begin_at)
$$;

create or replace function private.transparency_of(begin_at timestamptz, end_at timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'reports', (select private.rounded_away(count(*)) from public.reports where created_at >= begin_at and created_at < end_at),
    'reasons', (select private.published_kinds(jsonb_object_agg(reason, n)) from (
      select reason, count(*) as n from public.reports where created_at >= begin_at and created_at < end_at group by 1) as kinds),
    'notices', (select private.rounded_away(count(*)) from public.tickets
      where topic = 'illegal' and created_at >= begin_at and created_at < end_at),
    'decisions', (select private.rounded_away(count(*)) from public.decisions where decided_at >= begin_at and decided_at < end_at),
    'automatic', (select private.rounded_away(count(*)) from public.decisions
      where automated and decided_at >= begin_at and decided_at < end_at),
    'actions', (select private.published_kinds(jsonb_object_agg(action, n)) from (
      select action, count(*) as n from public.decisions where decided_at >= begin_at and decided_at < end_at group by 1) as kinds),
    'stopped', (select private.rounded_away(count(*)) from public.held_messages where created_at >= begin_at and created_at < end_at),
    'hours_to_decision', (
      select case when count(*) >= 5 then round((percentile_cont(0.5) within group (
        order by extract(epoch from handled_at - coalesce(appealed_at, created_at)) / 3600))::numeric, 1) end
      from public.reports where handled_at >= begin_at and handled_at < end_at),
    'appeals', private.rounded_away(count(*) filter (where appeal.appealed_at >= begin_at)),
    'appeals_decided', private.rounded_away(count(*) filter (where appeal.decided_at >= begin_at and appeal.decided_at < end_at)),
    'appeals_granted', private.rounded_away(count(*) filter (where appeal.in_favour and appeal.decided_at >= begin_at and appeal.decided_at < end_at)),
    'hours_to_appeal', case when count(*) filter (where appeal.decided_at >= begin_at and appeal.decided_at < end_at) >= 5 then
      round((percentile_cont(0.5) within group (order by extract(epoch from appeal.decided_at - appeal.appealed_at) / 3600)
        filter (where appeal.decided_at >= begin_at and appeal.decided_at < end_at))::numeric, 1) end)
  from private.appeals_between(begin_at, end_at) appeal
$$;
comment on function private.transparency_of(timestamptz, timestamptz) is 'The public figures of a period.';

-- Counts months that are not final, up to two years.
create or replace function private.count_transparency() returns integer
language plpgsql set search_path = '' as $$
declare
  this_month constant date := date_trunc('month', now() at time zone 'UTC');
  first constant date := greatest(this_month - interval '23 months', date_trunc('month', least(now(),
    (select min(created_at) from public.reports), (select min(decided_at) from public.decisions),
    (select min(created_at) from public.held_messages)) at time zone 'UTC'));
  due date;
  done integer := 0;
begin
  for due in
    select known.month::date from generate_series(first::timestamp, this_month::timestamp, interval '1 month') as known(month)
    left join public.transparency_months counted on counted.month = known.month::date
    where counted.month is null or counted.counted_at < (known.month + interval '1 month') at time zone 'UTC'
  loop
    insert into public.transparency_months as counted (month, figures)
    values (due, private.transparency_of(due::timestamp at time zone 'UTC', (due + interval '1 month') at time zone 'UTC'))
    on conflict (month) do update set figures = excluded.figures, counted_at = now();
    done := done + 1;
  end loop;
  return done;
end
$$;
comment on function private.count_transparency() is 'For the job: recounts this month and months that are not final. @returns how many months.';
