-- Public statistics of a seller's orders, and facts for moderators who decide a dispute.

-- Security definer: orders are closed; returns aggregates of at least five.
create or replace function public.seller_order_facts(seller_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when count(*) >= 5 then jsonb_build_object('orders', count(*),
    -- Median days from payment to shipping, rounded up; the same day counts as one.
    'ship_days', (percentile_cont(0.5) within group (order by greatest(1, ceil(extract(epoch from parcel.shipped_at - bought.paid_at) / 86400)))
      filter (where parcel.shipped_at is not null))::integer,
    'fine_percent', (100 * count(*) filter (where bought.state = 'completed' and bought.refunded_minor = 0) / count(*))::integer) end
  from (
    select * from public.orders known
    where known.seller_id = seller_order_facts.seller_id and known.paid_at > now() - interval '1 year'
      -- Cancellations by the buyer say nothing about the seller.
      and (known.state in ('completed', 'refunded', 'charged_back')
        or known.state = 'cancelled' and exists (select from public.order_events ended
          where ended.order_id = known.id and ended.to_state = 'cancelled' and (ended.actor = 'seller' or ended.event = 'not_shipped')))
    order by known.paid_at desc limit 200) as bought
  left join public.shipments parcel on parcel.order_id = bought.id and parcel.direction = 'out'
$$;
comment on function public.seller_order_facts(uuid) is
  'A seller''s completed orders of a year: {orders, ship_days, fine_percent}; null for fewer than five.';
grant execute on function public.seller_order_facts(uuid) to anon, authenticated;

-- Orders of a user on either side, and the number of disputed ones.
create or replace function private.order_record(person uuid) returns jsonb
language sql stable set search_path = ''
return (
  select jsonb_build_object('bought', count(*) filter (where known.buyer_id = person), 'sold', count(*) filter (where known.seller_id = person),
    'disputes', count(*) filter (where dispute.order_id is not null))
  from public.orders known left join public.disputes dispute on dispute.order_id = known.id
  where person in (known.buyer_id, known.seller_id) and known.paid_at is not null);

-- Security definer: the payment method is visible to its buyer only.
create or replace function public.my_order_card(order_id uuid) returns text
language sql stable security definer set search_path = ''
return (
  select known.card_name from private.find_own_order(my_order_card.order_id, 'buyer') as bought join private.payments known on known.order_id = bought.id
  where known.state = 'succeeded' order by known.changed_at limit 1);
comment on function public.my_order_card(uuid) is 'The caller''s payment method for an order, such as "Visa 4242"; null if unknown.';
grant execute on function public.my_order_card(uuid) to authenticated;

-- Disputes that wait for a moderator: escalated ones and appeals, oldest first. Security definer: orders are closed to moderators.
create or replace function public.dispute_cases(most integer default 50) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_role('moderator', 'admin');
  return coalesce((
    select jsonb_agg(private.dispute_line(waiting.order_id) || jsonb_build_object('is_appeal', waiting.is_appeal, 'since', waiting.since, 'decide_by',
      waiting.since + (select setting.decide_within from private.order_settings setting)) order by waiting.since)
    from (
      select dispute.order_id, dispute.appealed_at is not null and dispute.state = 'decided' as is_appeal,
        case when dispute.state = 'decided' then dispute.appealed_at else dispute.escalated_at end as since
      from public.disputes dispute
      where dispute.state = 'escalated' or dispute.appealed_at is not null and dispute.appeal_decided_at is null
      order by 3 limit least(greatest(most, 1), 200)) as waiting), '[]');
end
$$;
comment on function public.dispute_cases(integer) is 'For moderators: cases to decide, oldest first.';
grant execute on function public.dispute_cases(integer) to authenticated;

create or replace function private.dispute_line(wanted uuid) returns jsonb
language sql stable set search_path = ''
return (
  select private.order_facts(bought, bought.seller_id) || jsonb_build_object('state', dispute.state, 'reason', dispute.reason, 'opened_at', dispute.opened_at,
    'seller', seller.display_name, 'buyer', buyer.display_name, 'cover_path', (
      select ad.cover_path from public.order_items item join public.listings ad on ad.id = item.listing_id
      where item.order_id = bought.id order by item.position limit 1))
  from public.disputes dispute join public.orders bought on bought.id = dispute.order_id
  left join public.sellers seller on seller.id = bought.seller_id left join public.sellers buyer on buyer.id = bought.buyer_id
  where dispute.order_id = wanted);

-- Everything that a decision is based on: the order, both sides, the ad, their messages and the history.
create or replace function public.dispute_case(order_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders := private.order_to_judge(dispute_case.order_id);
  dispute public.disputes;
begin
  select * into dispute from public.disputes known where known.order_id = bought.id;
  perform private.refuse_if(not found, 'SK370', 'no_such_order');
  perform private.audit('dispute.read', 'order:' || bought.id, null, null);
  return private.dispute_line(bought.id) || jsonb_build_object(
    'decide_by', case when dispute.state = 'decided' then dispute.appealed_at else dispute.escalated_at end
      + (select setting.decide_within from private.order_settings setting),
    'order', to_jsonb(bought), 'dispute', to_jsonb(dispute) - 'decided_by' - 'appeal_decided_by', 'is_own_decision', coalesce(dispute.decided_by = auth.uid(), false),
    'held_minor', coalesce((select known.balance_minor from private.ledger_accounts known where known.kind = 'held' and known.order_id = bought.id), 0),
    'buyer', private.dispute_side(bought.buyer_id), 'seller', private.dispute_side(bought.seller_id),
    'parcels', coalesce((select jsonb_agg(to_jsonb(parcel) order by parcel.shipped_at) from public.shipments parcel where parcel.order_id = bought.id), '[]'),
    'items', (select jsonb_agg(to_jsonb(item) || jsonb_build_object('description', ad.description, 'condition', ad.condition, 'photos', coalesce((
        select jsonb_agg(photo.path order by photo.position) from public.listing_photos photo where photo.listing_id = ad.id), '[]')) order by item.position)
      from public.order_items item left join public.listings ad on ad.id = item.listing_id where item.order_id = bought.id),
    'events', (select jsonb_agg(jsonb_build_object('event', past.event, 'actor', past.actor, 'created_at', past.created_at) order by past.id)
      from public.order_events past where past.order_id = bought.id and past.event not in ('start', 'remind')),
    'messages', coalesce((select jsonb_agg(jsonb_build_object('id', said.id, 'is_buyer', said.sender_id = bought.buyer_id, 'kind', said.kind, 'body', said.body,
        'created_at', said.created_at) order by said.created_at)
      from (select * from public.messages line where line.conversation_id = bought.conversation_id and line.kind in ('text', 'image') and line.deleted_at is null
        order by line.created_at desc limit 60) as said), '[]'));
end
$$;
comment on function public.dispute_case(uuid) is 'For uninvolved moderators: all facts of a disputed order. Access is recorded in the audit log.';
grant execute on function public.dispute_case(uuid) to authenticated;

create or replace function private.dispute_side(person uuid) returns jsonb
language sql stable set search_path = ''
return (
  select private.order_record(person) || jsonb_build_object('id', known.id, 'display_name', known.display_name, 'avatar_path', known.avatar_path)
  from public.sellers known where known.id = person);

-- The caller's next step for an order, for the dashboard. Security definer: private; my_dashboard() asks for its caller only.
create or replace function private.order_next_step(me uuid) returns table (urgency integer, due timestamptz, line jsonb)
language sql stable security definer set search_path = '' as $$
  select 0, bought.due_at, private.order_facts(bought, me) || jsonb_build_object('due', bought.due_at, 'kind', mine.kind,
    'cover_path', (select ad.cover_path from public.order_items item join public.listings ad on ad.id = item.listing_id
      where item.order_id = bought.id order by item.position limit 1))
  from public.orders bought
  cross join lateral (values
    (bought.buyer_id, 'buyer', case bought.state when 'awaiting_payment' then 'order_pay' when 'delivered' then 'order_check' when 'returning' then
      case when not exists (select from public.shipments parcel where parcel.order_id = bought.id and parcel.direction = 'back') then 'order_send_back' end
      when 'disputed' then (select case when dispute.offered_minor is not null or dispute.offers_return then 'order_answer' end
        from public.disputes dispute where dispute.order_id = bought.id and dispute.state = 'open') end),
    (bought.seller_id, 'seller', case bought.state when 'paid' then case bought.delivery when 'ship' then 'order_ship' end when 'returning' then
      case when exists (select from public.shipments parcel where parcel.order_id = bought.id and parcel.direction = 'back') then 'order_returned' end
      when 'disputed' then (select case when dispute.answered_at is null then 'order_problem' end
        from public.disputes dispute where dispute.order_id = bought.id and dispute.ended_at is null) end)) as mine (person, role, kind)
  where mine.person = me and mine.kind is not null and me in (bought.buyer_id, bought.seller_id)
    and bought.state in ('awaiting_payment', 'paid', 'delivered', 'disputed', 'returning')
$$;
