-- Public response figures of sellers, computed by a published formula (see /help).

-- The first messages that count: of the last 30 days or, if fewer than ten, the last ten within 90 days. Unanswered messages younger than a day are
-- undecided; locked conversations and held first messages do not count.
create or replace function private.counted_first_messages(person uuid)
returns table (conversation_id uuid, asked_at timestamptz, answered_at timestamptz, in_time boolean, within_days smallint)
language sql stable set search_path = '' as $$
  with asked as (
    select talk.id, talk.created_at, talk.first_reply_at,
      row_number() over (order by talk.created_at desc, talk.id) as place,
      count(*) filter (where talk.created_at > now() - interval '30 days') over () as of_late
    from public.conversations talk
    where talk.seller_id = person and talk.state <> 'locked' and talk.opened_at is not null
      and talk.created_at > now() - interval '90 days'
      and not private.was_away(person, talk.created_at) and not exists (
        select from public.fact_contests contest where contest.conversation_id = talk.id and contest.state = 'upheld')
      and (talk.first_reply_at is not null or talk.created_at < now() - interval '24 hours'))
  select asked.id, asked.created_at, asked.first_reply_at,
    asked.first_reply_at is not null and asked.first_reply_at <= asked.created_at + interval '24 hours',
    case when asked.of_late < 10 then 90 else 30 end::smallint
  from asked
  where asked.of_late >= 10 and asked.created_at > now() - interval '30 days' or asked.of_late < 10 and asked.place <= 10
$$;
grant execute on function private.counted_first_messages(uuid) to authenticated, service_role;

-- Security definer: nobody may write public.sellers.
create or replace function private.refresh_response_facts(person uuid) returns void
language sql security definer set search_path = '' as $$
  update public.sellers seller set
    response_count = counted.asked, response_days = counted.days, response_rate = counted.rate, response_minutes = counted.minutes
  from (
    select asked, case when asked > 0 then within_days end as days, case when asked >= 5 then round(100.0 * in_time / asked) end as rate,
      case when asked >= 5 then median end as minutes
    from (
      select count(*)::integer as asked, count(*) filter (where first.in_time) as in_time, max(first.within_days) as within_days,
        round(percentile_cont(0.5) within group (order by extract(epoch from first.answered_at - first.asked_at) / 60))::integer as median
      from private.counted_first_messages(person) as first) as known) as counted
  where seller.id = person and (seller.response_count, seller.response_days, seller.response_rate, seller.response_minutes) is distinct from
    (counted.asked, counted.days, counted.rate, counted.minutes)
$$;

-- Security definer: as above.
create or replace function private.count_first_reply() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refresh_response_facts(new.seller_id);
  return null;
end
$$;
create or replace trigger count_first_reply after update of first_reply_at, state on public.conversations
  for each row when (old.first_reply_at is distinct from new.first_reply_at or (old.state = 'locked') <> (new.state = 'locked'))
  execute function private.count_first_reply();

-- For the job: figures change with time alone.
create or replace function private.refresh_all_response_facts() returns void
language sql security definer set search_path = '' as $$
  select private.refresh_response_facts(seller.id) from public.sellers seller
  where seller.response_count > 0
    or exists (select from public.conversations talk where talk.seller_id = seller.id and talk.created_at > now() - interval '91 days')
$$;

-- Security definer: as above.
create or replace function private.count_deals() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.sellers seller set
    deal_count = seller.deal_count + 1,
    no_show_count = seller.no_show_count + (new.no_show_by is not distinct from seller.id)::integer
  where seller.id in (new.buyer_id, new.seller_id);
  return null;
end
$$;
create or replace trigger count_ended_deal after update of state on public.deals
  for each row when (old.state not in ('completed', 'no_show') and new.state in ('completed', 'no_show'))
  execute function private.count_deals();
create or replace trigger count_known_deal after insert on public.deals
  for each row when (new.state in ('completed', 'no_show'))
  execute function private.count_deals();
