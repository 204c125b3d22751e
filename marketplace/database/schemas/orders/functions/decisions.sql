-- Moderators' decisions about disputes.

-- A dispute for a moderator who is not involved. Security definer, as all below: orders and disputes are closed to callers.
create or replace function private.order_to_judge(wanted uuid) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders;
begin
  perform private.require_role('moderator', 'admin');
  select * into bought from public.orders known where known.id = wanted;
  perform private.refuse_if(not found, 'SK370', 'no_such_order');
  if auth.uid() in (bought.buyer_id, bought.seller_id) then
    raise exception using errcode = '42501', message = 'Somebody else decides about your own order.';
  end if;
  return bought;
end
$$;

create or replace function public.decide_dispute(order_id uuid, refund_minor integer, decision text, take_back boolean default false) returns public.disputes
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders := private.order_to_judge(decide_dispute.order_id);
  open_dispute public.disputes;
begin
  perform private.refuse_if(coalesce(char_length(btrim(decision)), 0) not between 10 and 1000, 'SK377', 'decision_length');
  open_dispute := private.open_dispute_of(bought.id);
  perform private.refuse_if(take_back and open_dispute.reason = 'not_received', 'SK395', 'nothing_to_return');
  if take_back then
    bought := private.move_order(bought.id, 'take_back', 'moderator');
  else
    bought := private.settle_dispute(bought, decide_dispute.refund_minor, 'moderator');
  end if;
  update public.disputes known set state = 'decided', ended_at = now(), decision = btrim(decide_dispute.decision), decided_by = auth.uid(),
    decided_minor = case when take_back then bought.total_minor else bought.refunded_minor end,
    outcome = case when take_back then 'return' when bought.state = 'refunded' then 'whole' when bought.refunded_minor > 0 then 'part' else 'paid' end
  where known.order_id = bought.id returning * into open_dispute;
  perform private.audit('dispute.decide', 'order:' || bought.id, null, to_jsonb(open_dispute));
  return open_dispute;
end
$$;
comment on function public.decide_dispute(uuid, integer, text, boolean) is
  'For moderators: decides the refund of an order, immediate or after the return, with reasons that both users can read.';
grant execute on function public.decide_dispute(uuid, integer, text, boolean) to authenticated;

create or replace function public.ask_for_evidence(order_id uuid, question text) returns public.disputes
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders := private.order_to_judge(ask_for_evidence.order_id);
  open_dispute public.disputes := private.open_dispute_of(bought.id);
begin
  perform private.refuse_if(coalesce(char_length(btrim(question)), 0) not between 10 and 500, 'SK392', 'question_length');
  update public.disputes known set question = btrim(ask_for_evidence.question), asked_at = now() where known.order_id = bought.id returning * into open_dispute;
  perform private.notify(person, 'dispute_question', private.order_facts(bought, person) || jsonb_build_object('statement', open_dispute.question),
    bought.id || ' ' || open_dispute.asked_at) from unnest(array[bought.buyer_id, bought.seller_id]) as person where person is not null;
  perform private.audit('dispute.ask', 'order:' || bought.id, null, jsonb_build_object('question', open_dispute.question));
  return open_dispute;
end
$$;
comment on function public.ask_for_evidence(uuid, text) is 'For moderators: asks both sides of a dispute for details.';
grant execute on function public.ask_for_evidence(uuid, text) to authenticated;
