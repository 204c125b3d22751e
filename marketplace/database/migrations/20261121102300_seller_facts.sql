-- What everyone may know of how somebody deals, by a formula that is published (see /help): counted, never typed in.

alter table public.sellers
  add column response_rate smallint check (response_rate between 0 and 100),
  add column response_count integer not null default 0 check (response_count >= 0),
  add column response_days smallint check (response_days in (30, 90)),
  add column deal_count integer not null default 0 check (deal_count >= 0),
  add column no_show_count integer not null default 0 check (no_show_count >= 0);
comment on column public.sellers.response_rate is 'Percent of first messages answered within 24 hours; null under 5 of them.';
comment on column public.sellers.response_minutes is 'Median minutes to the first answer; null under 5 first messages.';
comment on column public.sellers.response_count is 'How many first messages both figures come from.';
comment on column public.sellers.response_days is 'The days they come from: 30, or up to 90 when 30 held fewer than ten.';
comment on column public.sellers.deal_count is 'Deals made here that were completed or ended by somebody not coming.';
comment on column public.sellers.no_show_count is 'Of these, how many ended because this person did not come.';

-- The first messages that count: of the last 30 days or, when those are fewer than ten, the last ten within 90 days. What was
-- written less than a day ago and waits is not decided yet; conversations that were locked, or whose first message was held, do not
-- count.
create function private.counted_first_messages(person uuid)
returns table (conversation_id uuid, asked_at timestamptz, answered_at timestamptz, in_time boolean, within_days smallint)
language sql stable
set search_path = ''
as $$
  with asked as (
    select talk.id, talk.created_at, talk.first_reply_at,
      row_number() over (order by talk.created_at desc, talk.id) as place,
      count(*) filter (where talk.created_at > now() - interval '30 days') over () as of_late
    from public.conversations talk
    where talk.seller_id = person and talk.state <> 'locked' and talk.opened_at is not null
      and talk.created_at > now() - interval '90 days'
      and (talk.first_reply_at is not null or talk.created_at < now() - interval '24 hours'))
  select asked.id, asked.created_at, asked.first_reply_at,
    asked.first_reply_at is not null and asked.first_reply_at <= asked.created_at + interval '24 hours',
    case when asked.of_late < 10 then 90 else 30 end::smallint
  from asked
  where asked.of_late >= 10 and asked.created_at > now() - interval '30 days' or asked.of_late < 10 and asked.place <= 10
$$;

-- Security definer: nobody may write public.sellers.
create function private.refresh_response_facts(person uuid) returns void
language sql security definer
set search_path = ''
as $$
  update public.sellers seller set
    response_count = counted.asked,
    response_days = case when counted.asked > 0 then counted.within_days end,
    response_rate = case when counted.asked >= 5 then round(100.0 * counted.in_time / counted.asked) end,
    response_minutes = case when counted.asked >= 5 then counted.median end
  from (
    select count(*)::integer as asked, count(*) filter (where first.in_time) as in_time, max(first.within_days) as within_days,
      round(percentile_cont(0.5) within group (order by extract(epoch from first.answered_at - first.asked_at) / 60))::integer as median
    from private.counted_first_messages(person) as first) as counted
  where seller.id = person
    and (seller.response_count, seller.response_days, seller.response_rate, seller.response_minutes) is distinct from
      (counted.asked, case when counted.asked > 0 then counted.within_days end,
        case when counted.asked >= 5 then round(100.0 * counted.in_time / counted.asked) end,
        case when counted.asked >= 5 then counted.median end)
$$;

-- Security definer: as above.
create function private.count_first_reply() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.refresh_response_facts(new.seller_id);
  return null;
end
$$;
create trigger count_first_reply after update of first_reply_at, state on public.conversations
  for each row when (old.first_reply_at is distinct from new.first_reply_at or (old.state = 'locked') <> (new.state = 'locked'))
  execute function private.count_first_reply();

-- For the job: time alone changes the figures too.
create function private.refresh_all_response_facts() returns void
language sql security definer
set search_path = ''
as $$
  select private.refresh_response_facts(seller.id) from public.sellers seller
  where seller.response_count > 0
    or exists (select from public.conversations talk where talk.seller_id = seller.id and talk.created_at > now() - interval '91 days')
$$;

-- Security definer: as above.
create function private.count_deals() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.sellers seller set
    deal_count = seller.deal_count + 1,
    no_show_count = seller.no_show_count + (new.no_show_by is not distinct from seller.id)::integer
  where seller.id in (new.buyer_id, new.seller_id);
  return null;
end
$$;
create trigger count_ended_deal after update of state on public.deals
  for each row when (old.state not in ('completed', 'no_show') and new.state in ('completed', 'no_show'))
  execute function private.count_deals();
create trigger count_known_deal after insert on public.deals
  for each row when (new.state in ('completed', 'no_show'))
  execute function private.count_deals();

-- Security definer: reads conversations in the way the figures are counted, the caller's own alone.
create function public.my_response_log()
returns table (conversation_id uuid, listing_title text, asked_at timestamptz, answered_at timestamptz, in_time boolean, within_days smallint)
language sql stable security definer
set search_path = ''
as $$
  select first.conversation_id, listing.title, first.asked_at, first.answered_at, first.in_time, first.within_days
  from private.counted_first_messages(auth.uid()) as first
  join public.conversations talk on talk.id = first.conversation_id
  join public.listings listing on listing.id = talk.listing_id
  order by first.asked_at desc
$$;
comment on function public.my_response_log() is 'Every first message behind the caller''s response figures, so that they can be checked.';
grant execute on function public.my_response_log() to authenticated;
