-- Tasks about offers, deals, reviews and decisions for the dashboard, most urgent first.

-- Security definer: private; my_dashboard() asks for its caller only.
create or replace function private.deal_next_step(me uuid) returns table (urgency integer, due timestamptz, line jsonb)
language sql stable security definer set search_path = '' as $$
  with mine as (
    select deal.*, other.display_name as other_name, ad.cover_path from public.deals deal
    join public.sellers other on other.id = case when deal.buyer_id = me then deal.seller_id else deal.buyer_id end
    left join public.listings ad on ad.id = deal.listing_id
    where me in (deal.buyer_id, deal.seller_id)
      -- Deals that are paid for here have their own tasks, except for the meet-up.
      and (deal.mode = 'meetup' or not private.has_open_order(deal.id))
  ), tasks (urgency, kind, due, deal_id, conversation_id, listing_id, title, cover_path, from_name) as (
    -- Only offers about to expire; others are on the overview.
    select 0, 'offer_ends', offer.expires_at, null::uuid, offer.conversation_id, ad.id, ad.title, ad.cover_path, sender.display_name
    from public.offers offer
    join public.conversations talk on talk.id = offer.conversation_id
    join public.listings ad on ad.id = offer.listing_id
    join public.sellers sender on sender.id = offer.from_id
    where me in (talk.buyer_id, talk.seller_id) and offer.from_id <> me and offer.state = 'pending'
      and offer.expires_at > now() and offer.expires_at < now() + interval '12 hours'
    union all
    select 0, case
        when deal.state = 'handed_over' then 'deal_arrived'
        when deal.proposed_by is not null then 'deal_confirm'
        when deal.state = 'scheduled' then 'deal_finish'
        when deal.mode = 'ship' then 'deal_send'
        else 'deal_arrange' end,
      coalesce(deal.proposed_at, deal.meet_at, deal.reserved_until), deal.id, deal.conversation_id, deal.listing_id, deal.item_title, deal.cover_path,
      deal.other_name
    from mine deal
    where deal.state = 'handed_over' and deal.buyer_id = me
      or deal.state in ('agreed', 'scheduled') and deal.reserved_until > now() and case
        when deal.proposed_by is not null then deal.proposed_by <> me
        when deal.state = 'scheduled' then deal.meet_at < now()
        when deal.mode = 'ship' then deal.seller_id = me
        else true end
    union all
    select 2, 'review_due', deal.ended_at + private.review_time(), deal.id, deal.conversation_id, deal.listing_id, deal.item_title, deal.cover_path,
      deal.other_name
    from mine deal
    where deal.state in ('completed', 'no_show') and deal.ended_at > now() - private.review_time()
      and not exists (select from public.reviews review where review.deal_id = deal.id and review.author_id = me)
  )
  select tasks.urgency, tasks.due, jsonb_build_object('kind', tasks.kind, 'deal_id', tasks.deal_id, 'conversation_id', tasks.conversation_id,
    'listing_id', tasks.listing_id, 'title', tasks.title, 'cover_path', tasks.cover_path, 'from', tasks.from_name, 'due', tasks.due)
  from tasks
  union all
  -- Shown for 14 days; appeals remain possible under Reports.
  select 1, decision.decided_at, jsonb_build_object('kind', 'decision', 'decision_no', decision.decision_no, 'listing_id', decision.target_id,
    'title', decision.statement, 'cover_path', null, 'due', decision.decided_at)
  from public.decisions decision
  where decision.person_id = me and decision.action <> 'none' and decision.appeal_state is null and decision.decided_at > now() - interval '14 days'
$$;
