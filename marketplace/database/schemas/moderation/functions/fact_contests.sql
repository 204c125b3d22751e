-- Contestable facts of the caller, with results.
create or replace function public.my_contestable_facts()
returns table (conversation_id uuid, deal_id uuid, title text, happened_at timestamptz, state text, answer text)
language sql stable set search_path = '' as $$
  select fact.conversation_id, fact.deal_id, fact.title, fact.happened_at, contest.state, contest.answer
  from (
    select first.conversation_id, null::uuid as deal_id, listing.title, first.asked_at as happened_at
    from private.counted_first_messages(auth.uid()) as first
    join public.conversations talk on talk.id = first.conversation_id
    join public.listings listing on listing.id = talk.listing_id
    where not first.in_time
    union
    select contested.conversation_id, null, contested.item_title, talk.created_at
    from public.fact_contests contested join public.conversations talk on talk.id = contested.conversation_id
    where contested.seller_id = (select auth.uid())
    union
    select null, deal.id, deal.item_title, deal.ended_at from public.deals deal where deal.no_show_by = (select auth.uid())) as fact
  left join public.fact_contests contest on contest.conversation_id = fact.conversation_id or contest.deal_id = fact.deal_id
  where private.second_factor_shown()
  order by fact.happened_at desc limit 100
$$;
comment on function public.my_contestable_facts() is 'Late replies and no-shows that count against the caller, with the state of their contests.';
grant execute on function public.my_contestable_facts() to authenticated;

-- Security definer: contests are closed.
create or replace function public.contest_fact(statement text, conversation_id uuid default null, deal_id uuid default null) returns public.fact_contests
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  fact record;
  made public.fact_contests;
begin
  perform private.refuse_if(me is null, 'SK614', 'figures_signed_out');
  perform private.refuse_if(char_length(btrim(coalesce(statement, ''))) not between 10 and 1000, 'SK615', 'bad_fact_contest');
  select * into fact from public.my_contestable_facts() mine
    where mine.conversation_id = contest_fact.conversation_id or mine.deal_id = contest_fact.deal_id;
  perform private.refuse_if(not found, 'SK616', 'fact_not_counted');
  perform private.refuse_if((select count(*) from public.fact_contests known where known.seller_id = me and known.state = 'open') >= 10,
    'SK617', 'fact_contests_full');
  insert into public.fact_contests (seller_id, conversation_id, deal_id, item_title, statement)
  values (me, fact.conversation_id, fact.deal_id, fact.title, btrim(contest_fact.statement))
  on conflict do nothing returning * into made;
  if not found then -- idempotent
    select * into made from public.fact_contests known
      where known.conversation_id = fact.conversation_id or known.deal_id = fact.deal_id;
  end if;
  return made;
end
$$;
comment on function public.contest_fact(text, uuid, uuid) is 'Contests a late reply (its conversation) or a no-show (its deal). A moderator decides.';
grant execute on function public.contest_fact(text, uuid, uuid) to authenticated;

-- Security definer: for moderators.
create or replace function public.decide_fact_contest(contest_id uuid, uphold boolean, answer text) returns public.fact_contests
language plpgsql security definer set search_path = '' as $$
declare
  contest public.fact_contests;
begin
  perform private.require_role('moderator', 'admin');
  perform private.refuse_if(char_length(btrim(coalesce(answer, ''))) not between 10 and 1000, 'SK606', 'reasons_needed');
  select * into contest from public.fact_contests known
    where known.id = contest_id and known.seller_id <> auth.uid() for update;
  perform private.refuse_if(not found, 'SK618', 'nothing_to_decide');
  perform private.refuse_if(contest.state <> 'open', 'SK619', 'decided_already');
  update public.fact_contests known set state = case when uphold then 'upheld' else 'rejected' end,
    answer = btrim(decide_fact_contest.answer), decided_at = now()
  where known.id = contest.id returning * into contest;
  if uphold and contest.deal_id is not null then
    update public.sellers seller set no_show_count = greatest(0, seller.no_show_count - 1), deal_count = greatest(0, seller.deal_count - 1)
      where seller.id = contest.seller_id;
  elsif uphold then
    perform private.refresh_response_facts(contest.seller_id);
  end if;
  perform private.audit('fact.decide', contest.seller_id::text, null, jsonb_build_object('contest', contest.id, 'upheld', uphold));
  perform private.notify(contest.seller_id, 'fact_decided', jsonb_build_object('title', contest.item_title, 'statement', contest.answer,
    'upheld', uphold), contest.id::text);
  return contest;
end
$$;
comment on function public.decide_fact_contest(uuid, boolean, text) is 'For moderators: decides a contested fact, with a reason. An upheld contest no longer counts.';
grant execute on function public.decide_fact_contest(uuid, boolean, text) to authenticated;
