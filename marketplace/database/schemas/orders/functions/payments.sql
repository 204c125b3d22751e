-- Payments: database functions for the function `payments`, and events of payment providers.

-- Security definer: the orders are closed to callers. For the buyer of an unpaid order.
create or replace function public.order_to_pay(order_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
    'payment', (select jsonb_build_object('reference', known.reference, 'state', known.state) from private.payments known
      where known.order_id = bought.id and known.state in ('open', 'challenged', 'failed') order by known.created_at desc limit 1),
    -- Of payments that the provider called off; the next one is another.
    'called_off', (select count(*) from private.payments known where known.order_id = bought.id and known.state = 'cancelled'));
end
$$;
comment on function public.order_to_pay(uuid) is 'The amount of the caller''s unpaid order, and its existing payment.';
grant execute on function public.order_to_pay(uuid) to authenticated;

-- For the server only. Security definer: the tables are closed.
create or replace function public.record_payment(order_id uuid, provider text, reference text) returns void
language sql security definer set search_path = '' as $$
  insert into private.payments (reference, order_id, provider, amount_minor, currency)
  select record_payment.reference, known.id, record_payment.provider, known.total_minor, known.currency
  from public.orders known where known.id = record_payment.order_id
  on conflict on constraint payments_pkey do nothing
$$;

-- For the server only: stores an event, and handles it if a provider doesn't wait for the receipt. Security definer: as above.
create or replace function public.take_provider_event(provider text, event_id text, kind text, reference text, details jsonb default '{}',
  is_handled_now boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.provider_events (provider, event_id, kind, reference, details)
  values (take_provider_event.provider, take_provider_event.event_id, take_provider_event.kind, take_provider_event.reference, take_provider_event.details)
  on conflict on constraint provider_events_pkey do nothing;
  if is_handled_now then
    perform public.handle_provider_events();
  end if;
end
$$;

-- A card used by three accounts, or for purchases from another of its users, may be stolen or used for circular payments. Moderators are notified
-- once per further account; nothing is blocked, since families share cards.
create or replace function private.flag_shared_card(bought public.orders, print text) returns void
language sql set search_path = '' as $$
  with used as (
    select count(distinct known.buyer_id) as accounts, bool_or(known.buyer_id = bought.seller_id) as buys_from_itself
    from private.payments paid join public.orders known on known.id = paid.order_id
    where paid.card_print = print and paid.state = 'succeeded' and paid.changed_at > now() - interval '30 days'
  )
  select private.notify(judge.id, 'shared_card', jsonb_build_object('count', used.accounts, 'order_number', bought.order_number),
    concat_ws(' ', 'shared card', print, used.accounts, case when used.buys_from_itself then bought.seller_id end))
  from used join public.profiles judge on judge.role in ('moderator', 'admin')
  where used.accounts >= 3 or used.buys_from_itself
$$;

-- Books a successful payment. Money for an order that no longer expects it is refunded.
create or replace function private.take_payment(payment private.payments, details jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  bought public.orders;
  paid integer := coalesce((details ->> 'amount_minor')::integer, payment.amount_minor);
  currency text := coalesce(details ->> 'currency', payment.currency);
begin
  update private.payments known set state = 'succeeded', card_print = coalesce(details ->> 'card_print', known.card_print),
    card_name = coalesce(details ->> 'card_name', known.card_name),
    charge = coalesce(details ->> 'charge', known.charge), changed_at = now()
    where known.reference = payment.reference;
  -- A later event may have the card. Test cards are shared by everybody.
  if payment.provider <> 'test' and payment.card_print is null and details ? 'card_print' then
    perform private.flag_shared_card(known, details ->> 'card_print') from public.orders known where known.id = payment.order_id;
  end if;
  if payment.state = 'succeeded' then
    return 'known';
  end if;
  perform private.lock_ads(payment.order_id);
  select * into bought from public.orders known where known.id = payment.order_id for update;
  if bought.state = 'awaiting_payment' and paid = bought.total_minor and currency = bought.currency then
    perform private.move_order(bought.id, 'pay', 'provider', jsonb_build_object('reference', payment.reference));
    -- The test card that is disputed later.
    insert into private.payment_tasks (key, kind, provider, order_id, payment, due_at)
    select 'dispute ' || payment.reference, 'dispute', 'test', bought.id, payment.reference, now() + interval '1 minute'
    where payment.provider = 'test' and details ->> 'card_print' = 'test disputed_later';
    return 'paid';
  end if;
  -- In the currency received, whatever the order's is.
  perform private.book('payment', 'payment ' || payment.reference, bought, jsonb_build_object('provider', -paid, 'refund', paid), null, currency);
  perform private.ask_refund(bought, paid, 'refund of ' || payment.reference, payment.reference, currency);
  return 'sent back';
end
$$;

-- An event about a task: money was sent, or returned.
create or replace function private.take_task_event(event private.provider_events) returns text
language plpgsql set search_path = '' as $$
declare
  task private.payment_tasks;
  bought public.orders;
  is_booked boolean;
begin
  select * into task from private.payment_tasks known where known.key = event.reference for update;
  if not found then
    return null;
  end if;
  if coalesce((event.details ->> 'amount_minor')::bigint, abs(task.amount_minor)) <> abs(task.amount_minor) or event.details ? 'account' and not exists (
      select from private.payout_accounts known where known.user_id = task.user_id and known.account_id = event.details ->> 'account') then
    return 'another amount or account';
  end if;
  select * into bought from public.orders known where known.id = task.order_id;
  if event.kind = 'refunded' and task.kind = 'refund' then
    perform private.book('refund_sent', 'refunded ' || task.key, bought, jsonb_build_object('refund', -task.amount_minor, 'provider', task.amount_minor), null,
      task.currency);
  elsif event.kind = 'refund_failed' and task.kind = 'refund' then
    -- The buyer's card does not accept the refund: for the operator.
    perform private.reverse_entry('refunded ' || task.key, 'refund failed ' || task.key);
    update private.payment_tasks known set done_at = null, due_at = 'infinity', last_error = coalesce(event.details ->> 'reason', 'refund failed')
      where known.key = task.key;
    return event.kind;
  elsif event.kind = 'paid_out' and task.kind = 'payout' then
    if exists (select from public.ledger_entries known where known.reference = 'payout failed ' || task.key) then
      return 'came back before';
    end if;
    perform private.book('payout_sent', 'paid out ' || task.key, bought, jsonb_build_object('payout', -task.amount_minor, 'provider', task.amount_minor),
      task.user_id, task.currency);
  elsif event.kind = 'payout_failed' and task.kind = 'payout' then
    is_booked := exists (select from public.ledger_entries known where known.reference = 'paid out ' || task.key);
    perform private.book('payout_returned', 'payout failed ' || task.key, bought,
      jsonb_build_object(case when is_booked then 'provider' else 'payout' end, -task.amount_minor, 'balance', task.amount_minor), task.user_id, task.currency);
  elsif event.kind <> 'transferred' or task.kind <> 'transfer' then
    return 'not of this task';
  end if;
  update private.payment_tasks known set done_at = coalesce(known.done_at, now()), last_error = null, made = coalesce(event.details ->> 'made', known.made)
    where known.key = task.key;
  return event.kind;
end
$$;

-- The same for a payment that did not pay its order: the refund was sent, or was returned.
create or replace function private.take_back_stray(bought public.orders, payment private.payments, event private.provider_events) returns void
language plpgsql set search_path = '' as $$
declare
  task constant text := 'refund of ' || payment.reference;
  amount integer;
  came_in text;
begin
  if event.kind = 'disputed' and exists (select from public.ledger_entries known where known.reference = 'chargeback of ' || payment.reference) then
    return;
  elsif event.kind = 'disputed' then
    select -sum(posting.amount_minor), min(posting.currency) into amount, came_in from public.ledger_entries entry join public.ledger_postings posting on posting.entry_id = entry.id
      join private.ledger_accounts account on account.id = posting.account_id and account.kind = 'provider' where entry.reference = 'payment ' || payment.reference;
    update private.payment_tasks known set done_at = now(), last_error = 'taken back by the bank' where known.key = task and known.done_at is null;
    perform private.book('chargeback', 'chargeback of ' || payment.reference, bought,
      jsonb_build_object(case when found then 'refund' else 'losses' end, -amount, 'provider', amount), null, came_in);
  elsif private.reverse_entry('chargeback of ' || payment.reference, 'won ' || payment.reference) then
    update private.payment_tasks known set done_at = null, last_error = null, due_at = now() where known.key = task and known.last_error = 'taken back by the bank';
  end if;
end
$$;

-- A chargeback, or its end. If the order was already refunded, the money is lost twice, and booked as the market's loss.
create or replace function private.take_dispute(bought public.orders, payment private.payments, event private.provider_events) returns text
language plpgsql set search_path = '' as $$
declare
  was text;
begin
  if private.payment_of(bought.id) is distinct from payment.reference then
    perform private.take_back_stray(bought, payment, event);
  elsif event.kind = 'disputed' then
    if bought.state in ('refunded', 'cancelled', 'expired') then
      perform private.take_back(bought, coalesce((event.details ->> 'amount_minor')::integer, bought.total_minor));
    elsif bought.state <> 'charged_back' then
      perform private.move_order(bought.id, 'charge_back', 'provider', event.details);
    end if;
  elsif bought.state = 'charged_back' then
    select past.from_state into was from public.order_events past
      where past.order_id = bought.id and past.event = 'charge_back' order by past.id desc limit 1;
    -- Items that were not sent, or were returned, are not paid for.
    perform private.move_order(bought.id, case when was in ('paid', 'returning') then 'give_back' else 'win_back' end, 'provider');
  else
    perform private.win_back(bought);
  end if;
  return event.kind;
end
$$;

-- Handles one event, with its payment or task locked. Null: its subject is not known yet.
create or replace function private.take_event(event private.provider_events) returns text
language plpgsql set search_path = '' as $$
declare
  payment private.payments;
  bought public.orders;
begin
  if event.kind in ('refunded', 'refund_failed', 'transferred', 'paid_out', 'payout_failed') then
    return private.take_task_event(event);
  elsif event.kind = 'account' then
    return private.take_account(event);
  end if;
  select * into payment from private.payments known where known.reference = event.reference for update;
  if not found then
    return null;
  elsif event.kind = 'succeeded' then
    return private.take_payment(payment, event.details);
  elsif event.kind in ('challenged', 'failed', 'cancelled') then
    update private.payments known set state = event.kind, changed_at = now() where known.reference = payment.reference and known.state in ('open', 'challenged', 'failed');
    -- An expired order was waiting for it.
    update private.order_deadlines known set due_at = now() where event.kind = 'cancelled' and known.order_id = payment.order_id and known.event = 'expire'
      and exists (select from public.orders late where late.id = payment.order_id and late.pay_by <= now());
    return event.kind;
  elsif payment.state <> 'succeeded' then
    return null; -- the dispute came before the payment
  end if;
  perform private.lock_ads(payment.order_id);
  select * into bought from public.orders known where known.id = payment.order_id for update;
  return private.take_dispute(bought, payment, event);
end
$$;

-- Handles pending events separately: one that fails keeps its error and is retried. In a conflict this one gives way before a deadlock is detected,
-- so that users get no error. Security definer: the tables are closed.
create or replace function public.handle_provider_events(most integer default 100) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '500ms' as $$
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
        exit; -- handled events are committed, the rest is left for the next call
      when others then
        update private.provider_events known set outcome = sqlstate || ' ' || sqlerrm
          where known.provider = event.provider and known.event_id = event.event_id;
    end;
  end loop;
  return handled;
end
$$;
comment on function public.handle_provider_events(integer) is 'For the server: handles events of payment providers. Concurrent calls share the work.';

-- Security definer: jobs are closed to callers.
create or replace function private.run_provider_job() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.run_job_now('settle-orders');
  return null;
end
$$;
create or replace trigger run_provider_job after insert on private.payment_tasks
  for each statement execute function private.run_provider_job();
