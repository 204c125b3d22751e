-- Disputes: the buyer reports, the two agree on money back, or moderators decide.

-- Security definer, as all below: disputes are closed to callers.
create or replace function public.open_dispute(order_id uuid, reason text, text text, wanted_minor integer default null) returns public.disputes
language plpgsql security definer
set search_path = ''
as $$
declare
  bought public.orders := private.find_own_order(open_dispute.order_id, 'buyer');
  made public.disputes;
begin
  perform private.refuse_if(coalesce(reason, '') not in ('not_received', 'not_as_described', 'damaged', 'counterfeit'),
    'SK009', 'unknown_choice', jsonb_build_object('name', 'reason', 'choices', 'not_received, not_as_described, damaged, counterfeit'));
  perform private.refuse_if(coalesce(char_length(btrim(text)), 0) not between 10 and 2000, 'SK374', 'dispute_text_length');
  perform private.refuse_if(wanted_minor not between 1 and bought.total_minor,
    'SK375', 'bad_refund', jsonb_build_object('amount', private.money(bought.total_minor, bought.currency)));
  bought := private.move_order(bought.id, 'dispute', 'buyer', jsonb_build_object('dispute', reason));
  insert into public.disputes (order_id, reason, text, wanted_minor)
  values (bought.id, open_dispute.reason, btrim(open_dispute.text), open_dispute.wanted_minor)
  on conflict on constraint disputes_pkey do nothing;
  select * into made from public.disputes known where known.order_id = bought.id;
  return made;
end
$$;
comment on function public.open_dispute(uuid, text, text, integer) is 'The buyer says what is wrong, and how much should go back (all, when null). The money stays held.';
grant execute on function public.open_dispute(uuid, text, text, integer) to authenticated;

-- Ends a dispute with so much back to the buyer; the whole items give everything back.
create or replace function private.settle_dispute(bought public.orders, back integer, actor text) returns public.orders
language plpgsql
set search_path = ''
as $$
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
language plpgsql security definer
set search_path = ''
as $$
declare
  bought public.orders := private.find_own_order(offer_refund.order_id, 'seller');
  open_dispute public.disputes := private.open_dispute_of(bought.id);
begin
  perform private.refuse_if(amount_minor is null or amount_minor not between 0 and bought.total_minor,
    'SK375', 'bad_refund', jsonb_build_object('amount', private.money(bought.total_minor, bought.currency)));
  update public.disputes known set offered_minor = offer_refund.amount_minor where known.order_id = bought.id returning * into open_dispute;
  -- What the buyer asked for, or everything, needs no answer.
  if offer_refund.amount_minor >= coalesce(open_dispute.wanted_minor, bought.items_minor) then
    perform private.settle_dispute(bought, offer_refund.amount_minor, 'seller');
    update public.disputes known set state = 'settled', ended_at = now() where known.order_id = bought.id returning * into open_dispute;
  else
    perform private.notify(bought.buyer_id, 'refund_offered', private.order_facts(bought, bought.buyer_id) || jsonb_build_object('refund_minor', offer_refund.amount_minor),
      bought.id || ' ' || offer_refund.amount_minor);
  end if;
  return open_dispute;
end
$$;
comment on function public.offer_refund(uuid, integer) is 'The seller offers money back. As much as was asked for settles the dispute; less waits for accept_refund().';
grant execute on function public.offer_refund(uuid, integer) to authenticated;

create or replace function public.accept_refund(order_id uuid) returns public.disputes
language plpgsql security definer
set search_path = ''
as $$
declare
  bought public.orders := private.find_own_order(accept_refund.order_id, 'buyer');
  open_dispute public.disputes := private.open_dispute_of(bought.id);
begin
  perform private.refuse_if(open_dispute.offered_minor is null, 'SK376', 'no_refund_offered');
  perform private.settle_dispute(bought, open_dispute.offered_minor, 'buyer');
  update public.disputes known set state = 'settled', ended_at = now() where known.order_id = bought.id returning * into open_dispute;
  return open_dispute;
end
$$;
grant execute on function public.accept_refund(uuid) to authenticated;

create or replace function public.withdraw_dispute(order_id uuid) returns public.disputes
language plpgsql security definer
set search_path = ''
as $$
declare
  bought public.orders := private.find_own_order(withdraw_dispute.order_id, 'buyer');
  open_dispute public.disputes := private.open_dispute_of(bought.id);
begin
  perform private.move_order(bought.id, 'withdraw', 'buyer');
  update public.disputes known set state = 'withdrawn', ended_at = now() where known.order_id = bought.id returning * into open_dispute;
  return open_dispute;
end
$$;
comment on function public.withdraw_dispute(uuid) is 'All is well after all: the seller gets the money.';
grant execute on function public.withdraw_dispute(uuid) to authenticated;

-- Either side hands an open dispute to the moderators; after 48 hours the clock does.
create or replace function public.escalate_dispute(order_id uuid) returns public.disputes
language plpgsql security definer
set search_path = ''
as $$
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

create or replace function public.decide_dispute(order_id uuid, refund_minor integer, decision text) returns public.disputes
language plpgsql security definer
set search_path = ''
as $$
declare
  bought public.orders;
  open_dispute public.disputes;
begin
  perform private.require_role('moderator', 'admin');
  select * into bought from public.orders known where known.id = decide_dispute.order_id;
  if auth.uid() in (bought.buyer_id, bought.seller_id) then
    raise exception using errcode = '42501', message = 'Somebody else decides about your own order.';
  end if;
  perform private.refuse_if(coalesce(char_length(btrim(decision)), 0) not between 10 and 1000, 'SK377', 'decision_length');
  open_dispute := private.open_dispute_of(bought.id);
  perform private.settle_dispute(bought, decide_dispute.refund_minor, 'moderator');
  update public.disputes known set state = 'decided', decided_minor = decide_dispute.refund_minor, decision = btrim(decide_dispute.decision),
    decided_by = auth.uid(), ended_at = now() where known.order_id = bought.id returning * into open_dispute;
  perform private.audit('dispute.decide', 'order:' || bought.id, null, to_jsonb(open_dispute));
  return open_dispute;
end
$$;
comment on function public.decide_dispute(uuid, integer, text) is 'For moderators: how much of an order goes back to the buyer, and why. Both read the reason.';
grant execute on function public.decide_dispute(uuid, integer, text) to authenticated;

create or replace function private.open_dispute_of(wanted uuid) returns public.disputes
language plpgsql
set search_path = ''
as $$
declare
  open_dispute public.disputes;
begin
  perform from public.listings listing where listing.id in (select item.listing_id from public.order_items item where item.order_id = wanted)
    order by listing.id for no key update;
  select * into open_dispute from public.disputes known where known.order_id = wanted and known.ended_at is null for update;
  perform private.refuse_if(not found, 'SK378', 'no_open_dispute');
  return open_dispute;
end
$$;

-- Where an order goes on, its dispute does.
create or replace function private.follow_order() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.event in ('escalate', 'contest') then
    update public.disputes known set state = 'escalated' where known.order_id = new.order_id and known.state = 'open';
  else
    update public.disputes known set state = case new.event when 'charge_back' then 'withdrawn' else 'settled' end, ended_at = now()
      where known.order_id = new.order_id and known.ended_at is null;
  end if;
  return null;
end
$$;
create or replace trigger follow_order after insert on public.order_events
  for each row when (new.event in ('escalate', 'contest', 'charge_back', 'return', 'not_returned')) execute function private.follow_order();
