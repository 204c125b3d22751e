-- State changes of orders; all go through private.move_order().

create or replace function private.set_deadlines(bought public.orders) returns void
language plpgsql set search_path = '' as $$
declare
  setting private.order_settings;
  ship_by timestamptz;
  -- The buyer has the whole last hour.
  checked_by timestamptz;
  is_sent_back constant boolean := exists (select from public.shipments parcel where parcel.order_id = bought.id and parcel.direction = 'back');
begin
  select * into setting from private.order_settings;
  ship_by := private.working_days_after(now(), setting.ship_within_working_days);
  checked_by := date_trunc('hour', now() + setting.check_within + interval '59 minutes 59 seconds');
  delete from private.order_deadlines known where known.order_id = bought.id;
  insert into private.order_deadlines (order_id, event, due_at)
  select bought.id, due.event, due.at from (values
    ('awaiting_payment', 'any', 'expire', bought.pay_by),
    ('paid', 'ship', 'remind', ship_by - interval '1 day'),
    ('paid', 'ship', 'not_shipped', ship_by),
    ('paid', 'meet', 'not_met', now() + setting.meet_within),
    ('shipped', 'any', 'deliver', now() + setting.arrive_within),
    ('delivered', 'ship', 'remind', checked_by - interval '1 day'),
    ('delivered', 'any', 'accept', checked_by),
    ('disputed', 'any', 'escalate', now() + setting.answer_within),
    ('returning', 'any', 'not_returned', case when not is_sent_back then now() + setting.return_within end),
    ('returning', 'any', 'return', case when is_sent_back then now() + setting.arrive_within end)) as due (state, delivery, event, at)
  where due.state = bought.state and due.delivery in ('any', bought.delivery) and due.at is not null
    and (due.event <> 'remind' or due.at > now());
end
$$;

-- After a change: log and deadlines.
create or replace function private.enter_state(bought public.orders, event text, actor text, was text, details jsonb) returns public.orders
language plpgsql set search_path = '' as $$
begin
  insert into public.order_events (order_id, event, actor, from_state, to_state, details)
  values (bought.id, enter_state.event, enter_state.actor, was, bought.state, details);
  if was is distinct from bought.state or event = 'ship_back' then
    perform private.set_deadlines(bought);
  else
    delete from private.order_deadlines known where known.order_id = bought.id and known.event = enter_state.event;
  end if;
  return private.note_due(bought.id);
end
$$;

-- Time of the next automatic change; a reminder changes nothing.
create or replace function private.note_due(wanted uuid) returns public.orders
language sql set search_path = ''
begin atomic
  update public.orders known
  set due_at = (select min(due.due_at) from private.order_deadlines due where due.order_id = wanted and due.event <> 'remind')
  where known.id = wanted returning known.*;
end;

-- Reschedules a deadline.
create or replace function private.set_deadline(wanted uuid, event text, due_at timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  insert into private.order_deadlines (order_id, event, due_at) values (wanted, set_deadline.event, set_deadline.due_at)
    on conflict on constraint order_deadlines_pkey do update set due_at = excluded.due_at;
  perform private.note_due(wanted);
end
$$;

-- The ads of a finished order: sold, available again, or paused if the item's whereabouts are unknown.
create or replace function private.release_ads(bought public.orders, ads text) returns void
language plpgsql set search_path = '' as $$
declare
  item record;
  ad public.listings;
  -- The deal sells one unit of its ad.
  dealt uuid;
begin
  if bought.deal_id is not null and exists (select from public.deals deal where deal.id = bought.deal_id and deal.ended_at is null) then
    if ads = 'sell' then
      dealt := (private.complete_deal(bought.deal_id, bought.buyer_id)).listing_id;
    elsif bought.paid_at is null then
      return; -- the agreement stays valid, only the payment is missing
    else
      update public.deals deal set state = 'cancelled', end_reason = 'other', ended_at = now(), changed_at = now() where deal.id = bought.deal_id;
    end if;
  end if;
  for item in
    select sold.listing_id, sold.price_minor from public.order_items sold, generate_series(1 + (sold.listing_id = dealt is true)::integer, sold.quantity)
    where sold.order_id = bought.id and sold.listing_id is not null order by sold.listing_id
  loop
    if ads = 'free' then
      perform private.free_listing(item.listing_id);
    elsif ads = 'pause' then
      update public.listings listing set state = 'paused' where listing.id = item.listing_id and listing.state = 'reserved';
    else
      select * into ad from public.listings listing where listing.id = item.listing_id and listing.state in ('active', 'reserved');
      continue when not found;
      perform private.settle_sale(ad, item.price_minor, 'here');
    end if;
  end loop;
end
$$;

-- Every function locks the ads of an order first, in the same order.
create or replace function private.lock_ads(wanted uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform from public.listings listing where listing.id in (select item.listing_id from public.order_items item where item.order_id = wanted)
    order by listing.id for no key update;
end
$$;

-- Security definer: for order functions, jobs and the payment provider, which have no rights on these tables.
create or replace function private.move_order(wanted uuid, event text, actor text, details jsonb default '{}') returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders;
  was text;
  step private.order_transitions;
begin
  perform private.lock_ads(wanted);
  select * into bought from public.orders known where known.id = wanted for update;
  perform private.refuse_if(not found, 'SK370', 'no_such_order');
  was := bought.state;
  select * into step from private.order_transitions known
    where known.from_state = was and known.event = move_order.event and known.actor = move_order.actor and known.delivery in ('any', bought.delivery);
  if not found then
    -- Idempotent.
    if exists (select from public.order_events past where past.order_id = wanted and past.event = move_order.event and past.actor = move_order.actor
        and past.to_state = was and past.id = (select max(last.id) from public.order_events last where last.order_id = wanted)) then
      return bought;
    end if;
    raise exception using errcode = 'SK371', message = 'order_state', detail = jsonb_build_object('state', was);
  end if;
  update public.orders known set state = step.to_state, changed_at = now(),
    paid_at = case when step.money = 'hold' then now() else known.paid_at end,
    completed_at = case when step.to_state = 'completed' then now() else known.completed_at end,
    end_reason = coalesce(details ->> 'reason', known.end_reason)
    where known.id = wanted returning * into bought;
  bought := private.move_money(bought, was, step.money, details);
  if move_order.event = 'pay' then
    bought := private.make_deal_of(bought);
  end if;
  if step.ads is not null then
    perform private.release_ads(bought, step.ads);
  end if;
  if step.to_state in ('completed', 'cancelled', 'expired', 'refunded', 'charged_back') then
    delete from private.order_addresses known where known.order_id = wanted;
    -- They show it as well.
    update private.shipping_labels label set label_url = null, qr_url = null where label.order_id = wanted;
  end if;
  bought := private.enter_state(bought, move_order.event, move_order.actor, was, details);
  if step.notice is not null then
    perform private.notify_of_order(bought, step, details);
  end if;
  return bought;
end
$$;
comment on function private.move_order(uuid, text, text, jsonb) is 'The only way to change an order''s state: by a row of private.order_transitions, else SK371.';

-- A paid order is a deal: both users can chat, meet and review each other.
create or replace function private.make_deal_of(bought public.orders) returns public.orders
language plpgsql set search_path = '' as $$
declare
  first public.order_items;
  talk uuid;
begin
  if bought.deal_id is not null then
    return bought;
  end if;
  select * into first from public.order_items item where item.order_id = bought.id and item.listing_id is not null order by item.position limit 1;
  if not found then
    return bought;
  end if;
  insert into public.conversations (listing_id, buyer_id, seller_id) values (first.listing_id, bought.buyer_id, bought.seller_id)
    on conflict do nothing returning id into talk;
  if talk is null then
    select known.id into talk from public.conversations known where known.listing_id = first.listing_id and known.buyer_id = bought.buyer_id;
  else
    update public.listings listing set chats_count = listing.chats_count + 1 where listing.id = first.listing_id;
  end if;
  -- Of two orders in one conversation the first has the deal.
  insert into public.deals (listing_id, conversation_id, buyer_id, seller_id, amount_minor, ship_cost_minor, currency, item_title, mode, reserved_until)
  values (first.listing_id, talk, bought.buyer_id, bought.seller_id, bought.items_minor, case when bought.delivery = 'ship' then bought.shipping_minor end,
    bought.currency, first.title, case when bought.delivery = 'ship' then 'ship' else 'meetup' end, now() + interval '72 hours')
  on conflict do nothing returning id into bought.deal_id;
  update public.orders known set conversation_id = talk, deal_id = bought.deal_id where known.id = bought.id returning * into bought;
  return bought;
end
$$;

create or replace function private.held_of(bought public.orders) returns bigint
language sql stable set search_path = ''
return coalesce((select known.balance_minor from private.ledger_accounts known where known.kind = 'held' and known.order_id = bought.id), 0);

-- Money movements of a state change, by the column `money` of its row. `refund_minor` in details is the buyer's refund for an order that is completed
-- anyway.
create or replace function private.move_money(bought public.orders, was text, money text, details jsonb) returns public.orders
language plpgsql set search_path = '' as $$
declare
  back integer := coalesce((details ->> 'refund_minor')::integer, 0);
begin
  if money = 'hold' then
    perform private.book('payment', 'payment ' || (details ->> 'reference'), bought,
      jsonb_build_object('provider', -bought.total_minor, 'held', bought.total_minor));
  elsif money = 'take_back' then
    perform private.take_back(bought, coalesce((details ->> 'amount_minor')::integer, bought.total_minor - bought.refunded_minor));
    -- For a partial dispute.
    return private.share_out(bought, case when was = 'paid' then private.held_of(bought)::integer else 0 end);
  elsif money = 'win_back' then
    perform private.win_back(bought);
    return private.share_out(bought, case when bought.state = 'refunded' then private.held_of(bought)::integer else 0 end);
  elsif money = 'release' then
    return private.share_out(bought, back);
  elsif money = 'refund' then
    return private.share_out(bought, private.held_of(bought)::integer);
  elsif money = 'void' then
    perform private.void_payments(bought.id);
  end if;
  return bought;
end
$$;

-- Distributes the held money: the refund to the buyer, the proceeds to the seller, and the fees.
create or replace function private.share_out(bought public.orders, back integer) returns public.orders
language plpgsql set search_path = '' as $$
declare
  held constant bigint := private.held_of(bought);
  seller_fee constant integer := bought.seller_fee_minor - round(bought.seller_fee_minor::numeric * least(back, bought.items_minor) / bought.items_minor)::integer;
  due bigint;
  times integer;
begin
  if held = 0 then
    return bought;
  end if;
  select coalesce(sum(posting.amount_minor) filter (where account.kind = 'balance' and entry.kind = 'release'), 0),
    count(distinct entry.id) filter (where entry.kind in ('release', 'refund'))
    into due, times
    from public.ledger_entries entry join public.ledger_postings posting on posting.entry_id = entry.id
    join private.ledger_accounts account on account.id = posting.account_id
    where entry.order_id = bought.id;
  due := least(held - back, greatest(bought.items_minor + bought.shipping_minor - bought.refunded_minor - back - seller_fee - bought.label_minor - due, 0));
  perform private.book(case when held = back then 'refund' else 'release' end,
    case when held = back then 'refund ' else 'release ' end || bought.id || case when times > 0 then ' ' || times else '' end, bought,
    jsonb_build_object('held', -held, 'refund', back, 'balance', due, 'fees', held - back - due));
  if back > 0 then
    update public.orders known set refunded_minor = known.refunded_minor + back where known.id = bought.id returning * into bought;
    perform private.ask_refund(bought, back, 'refund ' || bought.id || case when times > 0 then ' ' || times else '' end);
  end if;
  if due > 0 then
    perform private.ask_transfer(bought, due, 'transfer ' || bought.id || case when times > 0 then ' ' || times else '' end);
  end if;
  return bought;
end
$$;

-- What the seller still has of the proceeds of an order, at most an amount; locked.
create or replace function private.proceeds_left(bought public.orders, most integer) returns integer
language plpgsql set search_path = '' as $$
declare
  proceeds integer;
begin
  select least(most, account.balance_minor, coalesce((
      select sum(posting.amount_minor) from public.ledger_entries entry join public.ledger_postings posting on posting.entry_id = entry.id
      where entry.order_id = bought.id and posting.account_id = account.id), 0))
    into proceeds from private.ledger_accounts account
    where account.kind = 'balance' and account.user_id = bought.seller_id and account.currency = bought.currency for update;
  return coalesce(proceeds, 0);
end
$$;

-- Books a chargeback: from the held money, else a refund not yet sent, else the seller's remaining share, else the market. Another dispute about the
-- same payment is a difference that reconciliation reports.
create or replace function private.take_back(bought public.orders, amount integer) returns void
language plpgsql set search_path = '' as $$
declare
  missing integer := least(amount, bought.total_minor);
  held constant integer := least(private.held_of(bought), missing);
  unsent integer := 0;
  sold integer := 0;
begin
  if exists (select from public.ledger_entries known where known.reference = 'chargeback ' || bought.id) then
    return;
  end if;
  missing := missing - held;
  if missing > 0 then
    update private.payment_tasks known set done_at = now(), last_error = 'taken back by the bank'
      where known.key = 'refund ' || bought.id and known.done_at is null
        and known.amount_minor <= missing - (bought.total_minor - bought.refunded_minor) returning known.amount_minor into unsent;
    missing := missing - coalesce(unsent, 0);
    sold := private.proceeds_left(bought, missing);
    missing := missing - sold;
  end if;
  perform private.book('chargeback', 'chargeback ' || bought.id, bought, jsonb_build_object('held', -held, 'refund', -coalesce(unsent, 0),
    'balance', -sold, 'losses', -missing, 'provider', held + coalesce(unsent, 0) + sold + missing));
  if sold > 0 then
    perform private.ask_transfer(bought, -sold, 'reverse ' || bought.id);
  end if;
end
$$;

-- The chargeback was won: everything is restored.
create or replace function private.win_back(bought public.orders) returns void
language plpgsql set search_path = '' as $$
declare
  sold integer;
begin
  if private.reverse_entry('chargeback ' || bought.id, 'won ' || bought.id) then
    update private.payment_tasks known set done_at = null, last_error = null, due_at = now()
      where known.key = 'refund ' || bought.id and known.last_error = 'taken back by the bank';
    select -known.amount_minor into sold from private.payment_tasks known where known.key = 'reverse ' || bought.id;
    if sold <> 0 then
      perform private.ask_transfer(bought, sold, 'transfer won ' || bought.id);
    end if;
  end if;
end
$$;

-- The payment that paid an order.
create or replace function private.payment_of(wanted uuid) returns text
language sql stable set search_path = ''
return (select past.details ->> 'reference' from public.order_events past where past.order_id = wanted and past.event = 'pay');

-- Transfers the seller's share to their provider account, or back if negative. The test provider has no accounts.
create or replace function private.ask_transfer(bought public.orders, amount bigint, key text) returns void
language sql set search_path = '' as $$
  insert into private.payment_tasks (key, kind, provider, order_id, user_id, payment, amount_minor, currency)
  select ask_transfer.key, 'transfer', known.provider, bought.id, bought.seller_id, known.reference, amount, bought.currency
  from private.payments known
  where known.provider <> 'test' and known.reference = private.payment_of(bought.id)
  on conflict do nothing
$$;

-- Requests a refund from the provider: of this payment, or of the one that paid the order.
create or replace function private.ask_refund(bought public.orders, amount integer, key text, payment text default null, currency text default null) returns void
language sql set search_path = '' as $$
  insert into private.payment_tasks (key, kind, provider, order_id, payment, amount_minor, currency)
  select ask_refund.key, 'refund', known.provider, bought.id, known.reference, amount, coalesce(ask_refund.currency, bought.currency)
  from private.payments known
  where known.order_id = bought.id and known.reference = coalesce(ask_refund.payment, private.payment_of(bought.id))
  on conflict do nothing
$$;

-- Cancels pending payments of an order. Returns how many could still succeed with a real provider.
create or replace function private.void_payments(wanted uuid) returns integer
language sql set search_path = ''
begin atomic
  insert into private.payment_tasks (key, kind, provider, order_id, payment)
  select 'cancel ' || known.reference, 'cancel', known.provider, known.order_id, known.reference
  from private.payments known where known.order_id = wanted and known.state in ('open', 'challenged', 'failed') on conflict do nothing;
  select count(*)::integer from private.payments known
  where known.order_id = wanted and known.provider <> 'test' and known.state in ('open', 'challenged', 'failed');
end;

-- Whether an expired order must wait: its ads are freed once nobody can pay for them any more, so that nobody pays for an item sold to another buyer.
create or replace function private.void_first(wanted uuid) returns boolean
language plpgsql set search_path = '' as $$
begin
  if private.void_payments(wanted) = 0 then
    return false;
  end if;
  update private.order_deadlines known set due_at = now() + interval '1 minute' where known.order_id = wanted and known.event = 'expire';
  return true;
end
$$;

-- Handles passed deadlines, of some ads or of all for the job. Idempotent. Security definer: other users' orders.
create or replace function private.pass_deadlines(of_listings uuid[] default null, most integer default 500) returns integer
language plpgsql security definer set search_path = '' as $$
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
    -- Another transaction holds its ads.
    continue when (select count(*) from public.order_items item where item.order_id = due.order_id and item.listing_id is not null)
      > (select count(*) from (select from public.listings listing join public.order_items item on item.listing_id = listing.id
        where item.order_id = due.order_id for no key update of listing skip locked) as locked);
    continue when due.event = 'expire' and private.void_first(due.order_id);
    continue when not exists (select from private.order_deadlines known
      where known.order_id = due.order_id and known.event = due.event and known.due_at <= now());
    perform private.move_order(due.order_id, due.event, 'clock');
    passed := passed + 1;
  end loop;
  return passed;
end
$$;

-- Cancels and refunds unshipped orders of an ad that moderators hide. After the change, since the order's other ads change too. Security definer:
-- other users' orders.
create or replace function private.cancel_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.move_order(bought.id, 'cancel', 'moderator', '{"reason": "ad_removed"}')
    from private.orders_of(new.id) as bought where bought.state in ('awaiting_payment', 'paid');
  return null;
end
$$;
create or replace trigger cancel_orders after update of state on public.listings
  for each row when (new.state in ('hidden', 'removed') and old.state <> new.state) execute function private.cancel_orders();
