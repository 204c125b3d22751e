-- Appeals against decisions about orders: once, within the configured days, decided by another moderator. The first decision has moved money; the
-- second one moves only the difference.

-- Security definer, as below: disputes are closed to callers.
create or replace function public.appeal_dispute(order_id uuid, text text) returns public.disputes
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders := private.find_own_order(appeal_dispute.order_id, 'either');
  appealed public.disputes;
begin
  perform private.refuse_if(coalesce(char_length(btrim(text)), 0) not between 10 and 2000, 'SK374', 'dispute_text_length');
  update public.disputes known set appeal = btrim(appeal_dispute.text), appealed_by = auth.uid(), appealed_at = now()
    from private.order_settings setting
    where known.order_id = bought.id and known.state = 'decided' and known.appealed_at is null and known.ended_at > now() - setting.appeal_within
    returning known.* into appealed;
  if appealed.order_id is null then
    -- Idempotent.
    select * into appealed from public.disputes known where known.order_id = bought.id and known.appealed_by = auth.uid();
    perform private.refuse_if(appealed.order_id is null, 'SK388', 'dispute_not_appealable',
      (select jsonb_build_object('days', extract(day from setting.appeal_within)) from private.order_settings setting));
    return appealed;
  end if;
  insert into public.order_events (order_id, event, actor, from_state, to_state)
  values (bought.id, 'appeal', case when bought.buyer_id = auth.uid() then 'buyer' else 'seller' end, bought.state, bought.state);
  perform private.notify(person, 'order_escalated', private.order_facts(bought, person), bought.id || ' appeal')
    from unnest(array[bought.buyer_id, bought.seller_id]) as person where person is not null and person <> auth.uid();
  return appealed;
end
$$;
comment on function public.appeal_dispute(uuid, text) is 'Appeals a decision about an order, to be reviewed by another moderator. Once, within 14 days by default.';
grant execute on function public.appeal_dispute(uuid, text) to authenticated;

create or replace function public.decide_dispute_appeal(order_id uuid, refund_minor integer, decision text) returns public.disputes
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders;
  appealed public.disputes;
begin
  perform private.require_role('moderator', 'admin');
  select * into bought from public.orders known where known.id = decide_dispute_appeal.order_id for update;
  select * into appealed from public.disputes known where known.order_id = bought.id and known.appealed_at is not null and known.appeal_decided_at is null for update;
  perform private.refuse_if(appealed.order_id is null, 'SK378', 'no_open_dispute');
  if auth.uid() in (bought.buyer_id, bought.seller_id, appealed.decided_by) then
    raise exception using errcode = '42501', message = 'Somebody else decides about your own order or decision.';
  end if;
  perform private.refuse_if(coalesce(char_length(btrim(decision)), 0) not between 10 and 1000, 'SK377', 'decision_length');
  perform private.refuse_if(refund_minor is null or refund_minor not between 0 and bought.total_minor,
    'SK375', 'bad_refund', jsonb_build_object('amount', private.money(bought.total_minor, bought.currency)));
  if decide_dispute_appeal.refund_minor <> appealed.decided_minor and bought.state in ('completed', 'refunded') then
    bought := private.correct_refund(bought, decide_dispute_appeal.refund_minor);
  end if;
  update public.disputes known set appeal_minor = decide_dispute_appeal.refund_minor, appeal_decision = btrim(decide_dispute_appeal.decision),
    appeal_decided_by = auth.uid(), appeal_decided_at = now() where known.order_id = bought.id returning * into appealed;
  insert into public.order_events (order_id, event, actor, from_state, to_state, details)
  values (bought.id, 'appeal_decided', 'moderator', bought.state, bought.state, jsonb_build_object('refund_minor', decide_dispute_appeal.refund_minor));
  perform private.notify(person, 'order_settled', private.order_facts(bought, person), bought.id || ' appeal decided')
    from unnest(array[bought.buyer_id, bought.seller_id]) as person where person is not null;
  perform private.audit('dispute.appeal', 'order:' || bought.id, null, to_jsonb(appealed));
  return appealed;
end
$$;
comment on function public.decide_dispute_appeal(uuid, integer, text) is
  'For moderators other than the first: the final refund to the buyer, with reasons. The market covers what the seller no longer has, or what the buyer was already refunded.';
grant execute on function public.decide_dispute_appeal(uuid, integer, text) to authenticated;

-- A larger refund is taken from the seller's remaining share, else from the market; a smaller one is paid to the seller by the market, since the
-- buyer has the money.
create or replace function private.correct_refund(bought public.orders, back integer) returns public.orders
language plpgsql set search_path = '' as $$
declare
  more integer := case when back >= bought.items_minor then bought.total_minor else back end - bought.refunded_minor;
  sold integer := 0;
begin
  if more > 0 then
    sold := private.proceeds_left(bought, more);
    perform private.book('correction', 'correction ' || bought.id, bought, jsonb_build_object('balance', -sold, 'losses', sold - more, 'refund', more));
    update public.orders known set refunded_minor = known.refunded_minor + more where known.id = bought.id returning * into bought;
    perform private.ask_refund(bought, more, 'correction ' || bought.id);
  else
    sold := -least(-more, bought.items_minor + bought.shipping_minor - bought.seller_fee_minor - bought.label_minor);
    perform private.book('correction', 'correction ' || bought.id, bought, jsonb_build_object('balance', -sold, 'losses', sold));
  end if;
  perform private.ask_transfer(bought, -sold, 'transfer correction ' || bought.id) where sold <> 0;
  return bought;
end
$$;
