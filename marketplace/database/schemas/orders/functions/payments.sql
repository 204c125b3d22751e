-- Paying: what the function `payments` asks of the database, and what payment providers report.

-- Security definer: the orders are closed to callers. For the buyer of an order that waits for its money.
create or replace function public.order_to_pay(order_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  bought public.orders;
begin
  perform private.refuse_if(auth.uid() is null or not private.second_factor_shown(), 'SK360', 'orders_signed_out');
  select * into bought from public.orders known where known.id = order_to_pay.order_id and known.buyer_id = auth.uid();
  perform private.refuse_if(not found, 'SK370', 'no_such_order');
  perform private.refuse_if(bought.state <> 'awaiting_payment', 'SK371', 'order_state', jsonb_build_object('state', bought.state));
  perform private.refuse_if(bought.pay_by <= now(), 'SK371', 'order_state', jsonb_build_object('state', 'expired'));
  return private.order_to_pay(bought) || jsonb_build_object('order_number', bought.order_number,
    'provider', (select known.payments from private.order_settings known),
    'payment', (select jsonb_build_object('reference', known.reference, 'state', known.state, 'client_secret', known.client_secret) from private.payments known
      where known.order_id = bought.id and known.state in ('open', 'challenged', 'failed') order by known.created_at desc limit 1));
end
$$;
comment on function public.order_to_pay(uuid) is 'What the caller has to pay for an order of theirs, and the payment that was begun for it.';
grant execute on function public.order_to_pay(uuid) to authenticated;

-- For the server only. Security definer: the tables are closed.
create or replace function public.record_payment(order_id uuid, provider text, reference text, client_secret text default null) returns void
language sql security definer
set search_path = ''
as $$
  insert into private.payments (reference, order_id, provider, client_secret, amount_minor, currency)
  select record_payment.reference, known.id, record_payment.provider, record_payment.client_secret, known.total_minor, known.currency
  from public.orders known where known.id = record_payment.order_id
  on conflict on constraint payments_pkey do nothing
$$;
revoke execute on function public.record_payment(uuid, text, text, text) from public;
grant execute on function public.record_payment(uuid, text, text, text) to service_role;

-- For the server only: stores a report before anything is made of it. Security definer: as above.
create or replace function public.take_provider_event(provider text, event_id text, kind text, reference text, details jsonb default '{}') returns void
language sql security definer
set search_path = ''
as $$
  insert into private.provider_events (provider, event_id, kind, reference, details)
  values (take_provider_event.provider, take_provider_event.event_id, take_provider_event.kind, take_provider_event.reference, take_provider_event.details)
  on conflict on constraint provider_events_pkey do nothing
$$;
revoke execute on function public.take_provider_event(text, text, text, text, jsonb) from public;
grant execute on function public.take_provider_event(text, text, text, text, jsonb) to service_role;

-- A payment went through. Money for an order that no longer waits for any goes back.
create or replace function private.take_payment(payment private.payments, details jsonb) returns text
language plpgsql
set search_path = ''
as $$
declare
  bought public.orders;
  paid integer := coalesce((details ->> 'amount_minor')::integer, payment.amount_minor);
begin
  if payment.state = 'succeeded' then
    return 'known';
  end if;
  update private.payments known set state = 'succeeded', card_print = coalesce(details ->> 'card_print', known.card_print), changed_at = now()
    where known.reference = payment.reference;
  -- The ads first, as every verb does; move_order() locks the same.
  perform from public.listings listing where listing.id in (
    select item.listing_id from public.order_items item where item.order_id = payment.order_id) order by listing.id for no key update;
  select * into bought from public.orders known where known.id = payment.order_id for update;
  if bought.state = 'awaiting_payment' and paid = bought.total_minor and coalesce(details ->> 'currency', bought.currency) = bought.currency then
    perform private.move_order(bought.id, 'pay', 'provider', jsonb_build_object('reference', payment.reference));
    -- The test card that is disputed later.
    insert into private.payment_tasks (key, kind, provider, order_id, payment, due_at)
    select 'dispute ' || payment.reference, 'dispute', 'test', bought.id, payment.reference, now() + interval '1 minute'
    where payment.provider = 'test' and details ->> 'card_print' = 'test disputed_later';
    return 'paid';
  end if;
  perform private.book('payment', 'payment ' || payment.reference, bought, jsonb_build_object('provider', -paid, 'refund', paid));
  perform private.ask_refund(bought, paid, 'refund of ' || payment.reference, payment.reference);
  return 'sent back';
end
$$;

-- One report, the payment or task that it is about locked. Null: what it is about is not known yet.
create or replace function private.take_event(event private.provider_events) returns text
language plpgsql
set search_path = ''
as $$
declare
  payment private.payments;
  task private.payment_tasks;
  bought public.orders;
begin
  if event.kind in ('refunded', 'paid_out', 'payout_failed') then
    select * into task from private.payment_tasks known where known.key = event.reference for update;
    if not found then
      return null;
    end if;
    select * into bought from public.orders known where known.id = task.order_id;
    perform private.book(
      case event.kind when 'refunded' then 'refund_sent' when 'paid_out' then 'payout_sent' else 'payout_returned' end,
      event.kind || ' ' || task.key, bought,
      case event.kind when 'refunded' then jsonb_build_object('refund', -task.amount_minor, 'provider', task.amount_minor)
        when 'paid_out' then jsonb_build_object('payout', -task.amount_minor, 'provider', task.amount_minor)
        else jsonb_build_object('payout', -task.amount_minor, 'balance', task.amount_minor) end, task.user_id, task.currency);
    update private.payment_tasks known set done_at = coalesce(known.done_at, now()) where known.key = task.key;
    return event.kind;
  end if;
  select * into payment from private.payments known where known.reference = event.reference for update;
  if not found then
    return null;
  elsif event.kind = 'succeeded' then
    return private.take_payment(payment, event.details);
  elsif event.kind in ('challenged', 'failed') then
    update private.payments known set state = event.kind, changed_at = now() where known.reference = payment.reference and known.state in ('open', 'challenged', 'failed');
    return event.kind;
  elsif payment.state <> 'succeeded' then
    return null; -- the dispute came before the payment
  end if;
  select * into bought from public.orders known where known.id = payment.order_id;
  if event.kind = 'disputed' and bought.state in ('refunded', 'cancelled', 'expired', 'charged_back') or event.kind = 'dispute_won' and bought.state <> 'charged_back' then
    return 'nothing to do';
  end if;
  perform private.move_order(bought.id, case event.kind when 'disputed' then 'charge_back' else 'win_back' end, 'provider');
  return event.kind;
end
$$;

-- Handles the reports that wait, each by itself: one that fails keeps its error and is tried again. Of two who wait for each other it is this one
-- that gives way, before a deadlock is found: people get no error. Security definer: the tables are closed.
create or replace function public.handle_provider_events(most integer default 100) returns integer
language plpgsql security definer
set search_path = '' set lock_timeout = '500ms'
as $$
declare
  event private.provider_events;
  said text;
  handled integer := 0;
begin
  for event in
    select * from private.provider_events known where known.handled_at is null order by known.received_at limit most for update skip locked
  loop
    begin
      said := private.take_event(event);
      update private.provider_events known set handled_at = case when said is not null or known.received_at < now() - interval '3 days' then now() end, outcome = coalesce(said, 'unknown')
        where known.provider = event.provider and known.event_id = event.event_id;
      handled := handled + (said is not null)::integer;
    exception
      when lock_not_available or deadlock_detected then
        exit; -- what was handled so far is let go of, the rest comes with the next call
      when others then
        update private.provider_events known set outcome = sqlstate || ' ' || sqlerrm
          where known.provider = event.provider and known.event_id = event.event_id;
    end;
  end loop;
  return handled;
end
$$;
comment on function public.handle_provider_events(integer) is 'For the server: books what payment providers reported. Several at once share the work.';
revoke execute on function public.handle_provider_events(integer) from public;
grant execute on function public.handle_provider_events(integer) to service_role;
