-- Disputes: the buyer reports a problem, both agree on a refund, or moderators decide.

-- Security definer, as all below: disputes are closed to callers.
create or replace function public.open_dispute(order_id uuid, reason text, text text, wanted_minor integer default null, wish text default null,
  photos text[] default '{}') returns public.disputes
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders := private.find_own_order(open_dispute.order_id, 'buyer');
  made public.disputes;
begin
  perform private.refuse_if(coalesce(reason, '') not in ('not_received', 'wrong_item', 'not_as_described', 'damaged', 'counterfeit', 'other'),
    'SK009', 'unknown_choice', jsonb_build_object('name', 'reason', 'choices', 'not_received, wrong_item, not_as_described, damaged, counterfeit, other'));
  perform private.refuse_if(wish not in ('part', 'return', 'whole') or wish = 'return' and reason = 'not_received',
    'SK009', 'unknown_choice', jsonb_build_object('name', 'wish', 'choices', 'part, return, whole'));
  perform private.refuse_if(coalesce(char_length(btrim(text)), 0) not between 10 and 2000, 'SK374', 'dispute_text_length');
  perform private.refuse_if(wanted_minor not between 1 and bought.total_minor or wish = 'part' and wanted_minor is null,
    'SK375', 'bad_refund', jsonb_build_object('amount', private.money(bought.total_minor, bought.currency)));
  perform private.require_dispute_photos(bought.id, photos);
  bought := private.move_order(bought.id, 'dispute', 'buyer', jsonb_build_object('dispute', reason));
  insert into public.disputes (order_id, reason, text, photos, wish, wanted_minor)
  values (bought.id, open_dispute.reason, btrim(open_dispute.text), coalesce(open_dispute.photos, '{}'),
    coalesce(open_dispute.wish, case when open_dispute.wanted_minor is null then 'whole' else 'part' end), open_dispute.wanted_minor)
  on conflict on constraint disputes_pkey do nothing;
  select * into made from public.disputes known where known.order_id = bought.id;
  return made;
end
$$;
comment on function public.open_dispute(uuid, text, text, integer, text, text[]) is
  'Reports a problem with an order, with photos and the requested solution: a partial refund, a return for a full refund, or a full refund. The money stays held.';
grant execute on function public.open_dispute(uuid, text, text, integer, text, text[]) to authenticated;

-- Eight at most, uploaded by the caller for this order.
create or replace function private.require_dispute_photos(wanted uuid, photos text[]) returns void
language sql stable set search_path = ''
return private.refuse_if(cardinality(photos) > 8 or exists (
  select from unnest(photos) as photo where photo is null or split_part(photo, '/', 1) <> wanted::text or split_part(photo, '/', 2) <> auth.uid()::text
    or not exists (select from storage.objects object where object.bucket_id = 'dispute-photos' and object.name = photo)),
  'SK393', 'bad_dispute_photos');

create or replace function public.add_evidence(order_id uuid, text text default '', photos text[] default '{}') returns public.disputes
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders := private.find_own_order(add_evidence.order_id, 'either');
  open_dispute public.disputes := private.open_dispute_of(bought.id);
  is_buyer boolean := bought.buyer_id = auth.uid();
  said text := btrim(coalesce(text, ''));
begin
  perform private.refuse_if(said = '' and coalesce(cardinality(photos), 0) = 0 or char_length(said) > 2000
    or char_length(coalesce(case when is_buyer then open_dispute.text else open_dispute.answer end, '')) + char_length(said) > 3998, 'SK394', 'evidence_length');
  perform private.require_dispute_photos(bought.id, photos);
  perform private.refuse_if(cardinality(case when is_buyer then open_dispute.photos else open_dispute.answer_photos end || photos) > 8, 'SK393', 'bad_dispute_photos');
  update public.disputes known set
    text = case when is_buyer then concat_ws(E'\n\n', known.text, nullif(said, '')) else known.text end,
    photos = case when is_buyer then known.photos || coalesce(add_evidence.photos, '{}') else known.photos end,
    answer = case when is_buyer then known.answer else nullif(concat_ws(E'\n\n', known.answer, nullif(said, '')), '') end,
    answer_photos = case when is_buyer then known.answer_photos else known.answer_photos || coalesce(add_evidence.photos, '{}') end,
    answered_at = case when is_buyer then known.answered_at else coalesce(known.answered_at, now()) end
  where known.order_id = bought.id returning * into open_dispute;
  return open_dispute;
end
$$;
comment on function public.add_evidence(uuid, text, text[]) is 'Adds a statement and photos of either side to an open dispute.';
grant execute on function public.add_evidence(uuid, text, text[]) to authenticated;

-- Ends a dispute with this refund; the price of all items refunds everything.
create or replace function private.settle_dispute(bought public.orders, back integer, actor text) returns public.orders
language plpgsql set search_path = '' as $$
begin
  perform private.refuse_if(back is null or back < 0 or back > bought.total_minor,
    'SK375', 'bad_refund', jsonb_build_object('amount', private.money(bought.total_minor, bought.currency)));
  if back >= bought.items_minor then
    return private.move_order(bought.id, 'settle_whole', actor);
  end if;
  return private.move_order(bought.id, 'settle_part', actor, jsonb_build_object('refund_minor', back));
end
$$;

create or replace function public.offer_refund(order_id uuid, amount_minor integer) returns public.disputes
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders := private.find_own_order(offer_refund.order_id, 'seller');
  open_dispute public.disputes := private.open_dispute_of(bought.id);
begin
  perform private.refuse_if(amount_minor is null or amount_minor not between 0 and bought.total_minor,
    'SK375', 'bad_refund', jsonb_build_object('amount', private.money(bought.total_minor, bought.currency)));
  update public.disputes known set offered_minor = offer_refund.amount_minor, offers_return = false, answered_at = coalesce(known.answered_at, now())
    where known.order_id = bought.id returning * into open_dispute;
  -- An offer that meets the request needs no answer.
  if offer_refund.amount_minor >= coalesce(open_dispute.wanted_minor, bought.items_minor) then
    return private.end_dispute(private.settle_dispute(bought, offer_refund.amount_minor, 'seller'), 'settled');
  end if;
  perform private.notify_of_proposal(bought, open_dispute);
  return open_dispute;
end
$$;
comment on function public.offer_refund(uuid, integer) is 'The seller offers a refund. The requested amount settles the dispute; less waits for accept_refund().';
grant execute on function public.offer_refund(uuid, integer) to authenticated;

create or replace function public.offer_return(order_id uuid) returns public.disputes
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders := private.find_own_order(offer_return.order_id, 'seller');
  open_dispute public.disputes := private.open_dispute_of(bought.id);
begin
  perform private.refuse_if(open_dispute.reason = 'not_received', 'SK395', 'nothing_to_return');
  update public.disputes known set offers_return = true, offered_minor = null, answered_at = coalesce(known.answered_at, now())
    where known.order_id = bought.id returning * into open_dispute;
  if open_dispute.wish = 'return' then
    perform private.move_order(bought.id, 'take_back', 'seller');
    return open_dispute;
  end if;
  perform private.notify_of_proposal(bought, open_dispute);
  return open_dispute;
end
$$;
comment on function public.offer_return(uuid) is 'The seller offers a return for a full refund. Effective immediately if requested; otherwise it waits for accept_refund().';
grant execute on function public.offer_return(uuid) to authenticated;

-- The buyer has as long to answer as the seller had.
create or replace function private.notify_of_proposal(bought public.orders, proposed public.disputes) returns void
language plpgsql set search_path = '' as $$
declare
  due timestamptz := now() + (select setting.answer_within from private.order_settings setting);
begin
  if proposed.state = 'open' then
    perform private.set_deadline(bought.id, 'escalate', due);
  end if;
  perform private.notify(bought.buyer_id, 'refund_offered', private.order_facts(bought, bought.buyer_id) || jsonb_build_object(
    'refund_minor', coalesce(proposed.offered_minor, 0), 'is_return', proposed.offers_return, 'due_at', due),
    concat_ws(' ', bought.id, proposed.offered_minor, proposed.offers_return));
end
$$;

create or replace function public.accept_refund(order_id uuid) returns public.disputes
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders := private.find_own_order(accept_refund.order_id, 'buyer');
  open_dispute public.disputes := private.open_dispute_of(bought.id);
begin
  perform private.refuse_if(open_dispute.offered_minor is null and not open_dispute.offers_return, 'SK376', 'no_refund_offered');
  if open_dispute.offers_return then
    perform private.move_order(bought.id, 'take_back', 'buyer');
    return open_dispute;
  end if;
  return private.end_dispute(private.settle_dispute(bought, open_dispute.offered_minor, 'buyer'), 'settled');
end
$$;
comment on function public.accept_refund(uuid) is 'The buyer accepts the seller''s offer: a refund or a return.';
grant execute on function public.accept_refund(uuid) to authenticated;

-- The order's current state.
create or replace function private.end_dispute(bought public.orders, how text) returns public.disputes
language sql set search_path = ''
begin atomic
  update public.disputes known set state = how, ended_at = now(),
    outcome = case when bought.state = 'refunded' then 'whole' when bought.refunded_minor > 0 then 'part' else 'paid' end
  where known.order_id = bought.id returning known.*;
end;

create or replace function public.withdraw_dispute(order_id uuid) returns public.disputes
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders := private.find_own_order(withdraw_dispute.order_id, 'buyer');
  open_dispute public.disputes := private.open_dispute_of(bought.id);
begin
  return private.end_dispute(private.move_order(bought.id, 'withdraw', 'buyer'), 'withdrawn');
end
$$;
comment on function public.withdraw_dispute(uuid) is 'The buyer withdraws the problem: the seller gets the money.';
grant execute on function public.withdraw_dispute(uuid) to authenticated;

-- Either side escalates an open dispute to the moderators; after 48 hours a job does.
create or replace function public.escalate_dispute(order_id uuid) returns public.disputes
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders := private.find_own_order(escalate_dispute.order_id, 'either');
  open_dispute public.disputes := private.open_dispute_of(bought.id);
begin
  perform private.move_order(bought.id, 'escalate', case when bought.buyer_id = auth.uid() then 'buyer' else 'seller' end);
  select * into open_dispute from public.disputes known where known.order_id = bought.id;
  return open_dispute;
end
$$;
grant execute on function public.escalate_dispute(uuid) to authenticated;

create or replace function private.open_dispute_of(wanted uuid) returns public.disputes
language plpgsql set search_path = '' as $$
declare
  open_dispute public.disputes;
begin
  perform private.lock_ads(wanted);
  select * into open_dispute from public.disputes known where known.order_id = wanted and known.ended_at is null for update;
  perform private.refuse_if(not found, 'SK378', 'no_open_dispute');
  return open_dispute;
end
$$;

-- A resumed order reopens its dispute. A decided one is reopened if the seller contests the returned item.
create or replace function private.follow_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.event = 'contest' then
    update public.disputes known set state = 'escalated', escalated_at = now(), ended_at = null, outcome = null, decision = null, decided_minor = null,
      decided_by = null where known.order_id = new.order_id;
  elsif new.event = 'escalate' then
    update public.disputes known set state = 'escalated', escalated_at = coalesce(known.escalated_at, now())
      where known.order_id = new.order_id and known.state = 'open';
  elsif new.event = 'take_back' then
    update public.disputes known set outcome = 'return' where known.order_id = new.order_id;
  else
    update public.disputes known set state = case new.event when 'charge_back' then 'withdrawn' else 'settled' end, ended_at = now(),
      outcome = case new.event when 'not_returned' then 'paid' else known.outcome end
      where known.order_id = new.order_id and known.ended_at is null;
  end if;
  return null;
end
$$;
create or replace trigger follow_order after insert on public.order_events
  for each row when (new.event in ('escalate', 'contest', 'take_back', 'charge_back', 'return', 'not_returned')) execute function private.follow_order();
