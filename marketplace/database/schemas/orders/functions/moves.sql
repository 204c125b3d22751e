-- What happens to an order: every change of state goes through private.move_order().

create or replace function private.set_deadlines(bought public.orders) returns void
language plpgsql
set search_path = ''
as $$
declare
  setting private.order_settings;
begin
  select * into setting from private.order_settings;
  delete from private.order_deadlines known where known.order_id = bought.id;
  insert into private.order_deadlines (order_id, event, due_at)
  select bought.id, due.event, due.at from (values
    ('awaiting_payment', 'any', 'expire', bought.pay_by),
    ('paid', 'ship', 'not_shipped', private.working_days_after(now(), setting.ship_within_working_days)),
    ('paid', 'meet', 'not_met', now() + setting.meet_within),
    ('shipped', 'any', 'deliver', now() + setting.arrive_within),
    -- The buyer has the whole last hour.
    ('delivered', 'any', 'accept', date_trunc('hour', now() + setting.check_within + interval '59 minutes 59 seconds')),
    ('disputed', 'any', 'escalate', now() + setting.answer_within),
    ('returning', 'any', 'not_returned', now() + setting.return_within)) as due (state, delivery, event, at)
  where due.state = bought.state and due.delivery in ('any', bought.delivery);
end
$$;

-- After a move: the log and the deadlines.
create or replace function private.enter_state(bought public.orders, event text, actor text, was text, details jsonb) returns public.orders
language plpgsql
set search_path = ''
as $$
begin
  insert into public.order_events (order_id, event, actor, from_state, to_state, details)
  values (bought.id, enter_state.event, enter_state.actor, was, bought.state, details);
  if was is distinct from bought.state then
    perform private.set_deadlines(bought);
  else
    delete from private.order_deadlines known where known.order_id = bought.id and known.event = enter_state.event;
  end if;
  update public.orders known set due_at = (select min(due.due_at) from private.order_deadlines due where due.order_id = bought.id)
    where known.id = bought.id returning * into bought;
  return bought;
end
$$;

-- The ads of an order that is over: sold, on offer again, or paused where nobody knows whether the thing is still there.
create or replace function private.release_ads(bought public.orders, was text) returns void
language plpgsql
set search_path = ''
as $$
declare
  item record;
begin
  if bought.deal_id is not null and exists (select from public.deals deal where deal.id = bought.deal_id and deal.ended_at is null) then
    if bought.state = 'completed' then
      perform private.complete_deal(bought.deal_id, bought.buyer_id);
      return;
    elsif bought.paid_at is null then
      return; -- the agreement stands, only the payment did not come
    end if;
    update public.deals deal set state = 'cancelled', end_reason = 'other', ended_at = now(), changed_at = now() where deal.id = bought.deal_id;
  end if;
  for item in
    select ad as listing, sold.price_minor from public.order_items sold join public.listings ad on ad.id = sold.listing_id
    where sold.order_id = bought.id order by ad.id
  loop
    if bought.state = 'completed' and (item.listing).state in ('active', 'reserved') then
      perform private.settle_sale(item.listing, item.price_minor, 'here');
    elsif was in ('awaiting_payment', 'paid', 'returning') then
      perform private.free_listing((item.listing).id);
    else
      update public.listings listing set state = 'paused' where listing.id = (item.listing).id and listing.state = 'reserved';
    end if;
  end loop;
end
$$;

-- Security definer: for the verbs, the clock and the payment provider, who have no rights of their own to any of it.
create or replace function private.move_order(wanted uuid, event text, actor text, details jsonb default '{}') returns public.orders
language plpgsql security definer
set search_path = ''
as $$
declare
  bought public.orders;
  was text;
  next text;
begin
  -- The ads first, as every verb does.
  perform from public.listings listing where listing.id in (select item.listing_id from public.order_items item where item.order_id = wanted)
    order by listing.id for no key update;
  select * into bought from public.orders known where known.id = wanted for update;
  perform private.refuse_if(not found, 'SK370', 'no_such_order');
  was := bought.state;
  select step.to_state into next from private.order_transitions step
    where step.from_state = was and step.event = move_order.event and step.actor = move_order.actor and step.delivery in ('any', bought.delivery);
  if not found then
    -- The same tap once more.
    if exists (select from public.order_events past where past.order_id = wanted and past.event = move_order.event and past.actor = move_order.actor
        and past.to_state = was and past.id = (select max(last.id) from public.order_events last where last.order_id = wanted)) then
      return bought;
    end if;
    raise exception using errcode = 'SK371', message = 'order_state', detail = jsonb_build_object('state', was);
  end if;
  update public.orders known set state = next, changed_at = now(),
    paid_at = case when move_order.event = 'pay' then now() else known.paid_at end,
    completed_at = case when next = 'completed' then now() else known.completed_at end,
    end_reason = coalesce(details ->> 'reason', known.end_reason)
    where known.id = wanted returning * into bought;
  bought := private.move_money(bought, was, move_order.event, details);
  if next in ('completed', 'cancelled', 'expired', 'refunded', 'charged_back') then
    perform private.release_ads(bought, was);
    delete from private.order_addresses known where known.order_id = wanted;
  end if;
  return private.enter_state(bought, move_order.event, move_order.actor, was, details);
end
$$;
comment on function private.move_order(uuid, text, text, jsonb) is 'The only way for an order to change its state: by a row of private.order_transitions, else SK371.';

-- What a change of state means in money. `refund_minor` in details is what the buyer gets back of an order that is completed all the same.
create or replace function private.move_money(bought public.orders, was text, event text, details jsonb) returns public.orders
language plpgsql
set search_path = ''
as $$
declare
  held bigint := coalesce((select known.balance_minor from private.ledger_accounts known where known.kind = 'held' and known.order_id = bought.id), 0);
  back integer := case when bought.state = 'completed' then coalesce((details ->> 'refund_minor')::integer, 0) else held end;
  fee integer;
  available bigint;
begin
  if event = 'pay' then
    perform private.book('payment', 'payment ' || (details ->> 'reference'), bought,
      jsonb_build_object('provider', -bought.total_minor, 'held', bought.total_minor));
  elsif event = 'charge_back' then
    if held > 0 then
      perform private.book('chargeback', 'chargeback ' || bought.id, bought, jsonb_build_object('held', -held, 'provider', held));
    else
      -- What the seller still has of it comes from them, the rest is the market's loss.
      available := least(bought.items_minor + bought.shipping_minor - bought.seller_fee_minor - bought.refunded_minor, coalesce((
        select known.balance_minor from private.ledger_accounts known
        where known.kind = 'balance' and known.user_id = bought.seller_id and known.currency = bought.currency), 0));
      perform private.book('chargeback', 'chargeback ' || bought.id, bought, jsonb_build_object(
        'provider', bought.total_minor - bought.refunded_minor, 'balance', -available, 'losses', available - bought.total_minor + bought.refunded_minor));
    end if;
  elsif event = 'win_back' then
    perform private.reverse_entry('chargeback ' || bought.id, 'won ' || bought.id);
    held := coalesce((select known.balance_minor from private.ledger_accounts known where known.kind = 'held' and known.order_id = bought.id), 0);
  end if;
  if bought.state = 'completed' and held > 0 then
    fee := bought.seller_fee_minor - round(bought.seller_fee_minor::numeric * least(back, bought.items_minor) / bought.items_minor)::integer;
    perform private.book('release', 'release ' || bought.id, bought, jsonb_build_object('held', -held, 'refund', back,
      'balance', bought.items_minor + bought.shipping_minor - back - fee, 'fees', bought.fee_minor + fee));
  elsif bought.state in ('cancelled', 'refunded') and held > 0 then
    perform private.book('refund', 'refund ' || bought.id, bought, jsonb_build_object('held', -held, 'refund', held));
  end if;
  if bought.state in ('completed', 'cancelled', 'refunded') and held > 0 and back > 0 then
    update public.orders known set refunded_minor = back where known.id = bought.id returning * into bought;
    perform private.ask_refund(bought, back, 'refund ' || bought.id);
  elsif bought.paid_at is null and bought.state in ('cancelled', 'expired') then
    insert into private.payment_tasks (key, kind, provider, order_id, payment)
    select 'cancel ' || known.reference, 'cancel', known.provider, known.order_id, known.reference
    from private.payments known where known.order_id = bought.id and known.state in ('open', 'challenged') on conflict do nothing;
  end if;
  return bought;
end
$$;

-- Asks the provider to give money back: of this payment, or of the one that paid the order.
create or replace function private.ask_refund(bought public.orders, amount integer, key text, payment text default null) returns void
language sql
set search_path = ''
as $$
  insert into private.payment_tasks (key, kind, provider, order_id, payment, amount_minor, currency)
  select ask_refund.key, 'refund', known.provider, bought.id, known.reference, amount, bought.currency
  from private.payments known
  where known.order_id = bought.id and known.reference = coalesce(ask_refund.payment, (
    select past.details ->> 'reference' from public.order_events past where past.order_id = bought.id and past.event = 'pay'))
  on conflict do nothing
$$;

-- Acts on the deadlines that have passed; of some ads, or of all for the job. Late or twice is the same. Security definer: other people's orders.
create or replace function private.pass_deadlines(of_listings uuid[] default null, most integer default 500) returns integer
language plpgsql security definer
set search_path = ''
as $$
declare
  due record;
  passed integer := 0;
begin
  for due in
    select known.order_id, known.event from private.order_deadlines known
    where known.due_at <= now() and (of_listings is null or exists (
      select from public.order_items item where item.order_id = known.order_id and item.listing_id = any(of_listings)))
    order by known.due_at limit most
  loop
    -- Whoever holds its ads is moving it this moment.
    continue when (select count(*) from public.order_items item where item.order_id = due.order_id and item.listing_id is not null)
      > (select count(*) from (select from public.listings listing join public.order_items item on item.listing_id = listing.id
        where item.order_id = due.order_id for no key update of listing skip locked) as locked);
    continue when not exists (select from private.order_deadlines known
      where known.order_id = due.order_id and known.event = due.event and known.due_at <= now());
    perform private.move_order(due.order_id, due.event, 'clock');
    passed := passed + 1;
  end loop;
  return passed;
end
$$;

-- An ad that moderators take away is not sent any more: what was paid goes back. After the change, since the other ads of the order change, too.
-- Security definer: other people's orders.
create or replace function private.cancel_orders() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.move_order(bought.id, 'cancel', 'moderator', '{"reason": "ad_removed"}')
    from private.orders_of(new.id) as bought where bought.state in ('awaiting_payment', 'paid');
  return null;
end
$$;
create or replace trigger cancel_orders after update of state on public.listings
  for each row when (new.state in ('hidden', 'removed') and old.state <> new.state) execute function private.cancel_orders();
