-- Notifies users of an order's changes: a line in the thread, a notification, and a live update of open pages.

create or replace function private.order_facts(bought public.orders, recipient uuid) returns jsonb
language sql stable set search_path = ''
return jsonb_strip_nulls(jsonb_build_object('order_id', bought.id, 'order_number', bought.order_number, 'conversation_id', bought.conversation_id,
  'as', case when recipient = bought.seller_id then 'seller' else 'buyer' end,
  'title', (select item.title from public.order_items item where item.order_id = bought.id order by item.position limit 1),
  'listing_id', (select item.listing_id from public.order_items item where item.order_id = bought.id order by item.position limit 1),
  'from', (select other.display_name from public.sellers other where other.id = case recipient when bought.buyer_id then bought.seller_id else bought.buyer_id end),
  'amount_minor', case when recipient = bought.seller_id
    then greatest(bought.items_minor + bought.shipping_minor - bought.seller_fee_minor - bought.label_minor - bought.refunded_minor, 0) else bought.total_minor end,
  'refund_minor', bought.refunded_minor, 'currency', bought.currency, 'is_paid', bought.paid_at is not null, 'reason', bought.end_reason, 'due_at', bought.due_at,
  'answer_hours', (select extract(epoch from setting.answer_within)::integer / 3600 from private.order_settings setting)));

create or replace function private.notify_of_order(bought public.orders, step private.order_transitions, details jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  facts constant jsonb := jsonb_strip_nulls(jsonb_build_object('carrier', details -> 'carrier', 'tracking_number', details -> 'tracking'));
  last_event constant bigint := (select max(past.id) from public.order_events past where past.order_id = bought.id);
begin
  -- The seller sees an order once it is paid.
  if bought.conversation_id is not null and bought.seller_id is not null and bought.paid_at is not null and step.event <> 'remind' then
    perform private.post_system_message(bought.conversation_id, case step.actor when 'buyer' then coalesce(bought.buyer_id, bought.seller_id) else bought.seller_id end,
      step.notice, facts || jsonb_build_object('order_id', bought.id));
  end if;
  perform private.notify(person, step.notice, private.order_facts(bought, person) || facts, bought.id || ' ' || last_event)
    from unnest(array[case when step.tells in ('buyer', 'both') then bought.buyer_id end, case when step.tells in ('seller', 'both') then bought.seller_id end])
      as person where person is not null;
end
$$;

-- Security definer: realtime.send() is closed to callers.
create or replace function private.send_order() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders;
begin
  select * into bought from public.orders known where known.id = new.order_id;
  perform realtime.send(jsonb_build_object('order', jsonb_build_object('id', bought.id, 'state', new.to_state, 'event', new.event)), 'order', 'user:' || person, true)
    from unnest(array[bought.buyer_id, case when bought.paid_at is not null then bought.seller_id end]) as person where person is not null;
  return null;
end
$$;
create or replace trigger send_order after insert on public.order_events
  for each row execute function private.send_order();

-- Security definer: the ledger is closed to callers.
create or replace function private.notify_of_payout() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  account private.ledger_accounts;
begin
  select * into account from private.ledger_accounts known where known.id = new.account_id;
  if account.kind = 'balance' then
    perform private.notify(account.user_id, case entry.kind when 'payout' then 'payout_sent' else 'payout_returned' end,
      jsonb_build_object('amount_minor', abs(new.amount_minor), 'currency', new.currency), 'entry ' || entry.id)
    from public.ledger_entries entry where entry.id = new.entry_id and entry.kind in ('payout', 'payout_returned');
  end if;
  return null;
end
$$;
create or replace trigger notify_of_payout after insert on public.ledger_postings
  for each row when (new.user_id is not null) execute function private.notify_of_payout();
