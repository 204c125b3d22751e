-- Actions of buyer and seller on an order.

-- The order, for one of its two users in the given role. Security definer: for the functions below.
create or replace function private.find_own_order(wanted uuid, part text) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  bought public.orders;
begin
  perform private.refuse_if(me is null or not private.second_factor_shown(), 'SK360', 'orders_signed_out');
  select * into bought from public.orders known
    where known.id = wanted and (known.buyer_id = me and part in ('buyer', 'either') or known.seller_id = me and known.paid_at is not null and part in ('seller', 'either'));
  if found then
    return bought;
  end if;
  perform private.refuse_if(exists (select from public.orders known where known.id = wanted and (known.buyer_id = me or known.seller_id = me and known.paid_at is not null)),
    'SK372', 'order_of_other_part', jsonb_build_object('part', part));
  raise exception using errcode = 'SK370', message = 'no_such_order';
end
$$;

-- Moves an order of the caller, who has this part in it.
create or replace function private.move_own_order(wanted uuid, part text, event text, details jsonb default '{}') returns public.orders
language sql set search_path = ''
return (
  select private.move_order(bought.id, event, case when bought.buyer_id = auth.uid() then 'buyer' else 'seller' end, details)
  from private.find_own_order(wanted, part) as bought);

-- Security definer, as the functions below: orders are closed to callers, and find_own_order() has checked the owner.
create or replace function public.mark_shipped(order_id uuid, carrier text, tracking text, tracking_url text default null) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders := private.find_own_order(mark_shipped.order_id, 'seller');
begin
  perform private.require_tracking(carrier, tracking);
  bought := private.move_order(bought.id, 'ship', 'seller', jsonb_build_object('carrier', btrim(carrier), 'tracking', btrim(tracking)));
  insert into public.shipments (order_id, carrier, tracking, tracking_url)
  values (bought.id, btrim(mark_shipped.carrier), btrim(mark_shipped.tracking),
    coalesce((select label.tracking_url from private.shipping_labels label where label.order_id = bought.id and label.direction = 'out'
        and label.tracking = btrim(mark_shipped.tracking)),
      private.tracking_link(btrim(mark_shipped.carrier), btrim(mark_shipped.tracking), nullif(btrim(mark_shipped.tracking_url), ''))))
  on conflict on constraint shipments_pkey do nothing;
  return bought;
end
$$;
comment on function public.mark_shipped(uuid, text, text, text) is 'Marks a paid order as shipped. The tracking link is derived for a known carrier; a given one must lead to a known carrier. Idempotent.';
grant execute on function public.mark_shipped(uuid, text, text, text) to authenticated;

create or replace function public.confirm_receipt(order_id uuid) returns public.orders
language sql security definer set search_path = ''
return private.move_own_order(order_id, 'buyer', 'confirm');
comment on function public.confirm_receipt(uuid) is 'The buyer confirms that everything is fine, which pays the seller. Idempotent.';
grant execute on function public.confirm_receipt(uuid) to authenticated;

create or replace function public.cancel_order(order_id uuid, reason text default null) returns public.orders
language sql security definer set search_path = ''
return private.move_own_order(order_id, 'either', 'cancel', jsonb_strip_nulls(jsonb_build_object('reason', left(nullif(btrim(reason), ''), 300))));
comment on function public.cancel_order(uuid, text) is 'Cancels an order before it is shipped or handed over, with a full refund. Idempotent.';
grant execute on function public.cancel_order(uuid, text) to authenticated;

create or replace function public.report_lost(order_id uuid) returns public.orders
language sql security definer set search_path = ''
return private.move_own_order(order_id, 'seller', 'lose');
comment on function public.report_lost(uuid) is 'The seller reports the parcel as lost: the buyer is refunded in full. Idempotent.';
grant execute on function public.report_lost(uuid) to authenticated;

-- Meet-ups: the buyer shows a four-digit code, the seller enters it, which pays the seller.
create or replace function public.show_order_code(order_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders := private.find_own_order(show_order_code.order_id, 'buyer');
begin
  perform private.refuse_if(bought.state <> 'paid' or bought.delivery <> 'meet', 'SK371', 'order_state', jsonb_build_object('state', bought.state));
  return private.issue_handover_code(bought.id);
end
$$;
comment on function public.show_order_code(uuid) is 'The code that the buyer of a meet-up shows the seller: always the same, and replaced after five wrong attempts only.';
grant execute on function public.show_order_code(uuid) to authenticated;

create or replace function public.enter_order_code(order_id uuid, code text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders := private.find_own_order(enter_order_code.order_id, 'seller');
  tries integer;
begin
  perform private.refuse_if(bought.state <> 'paid' or bought.delivery <> 'meet', 'SK371', 'order_state', jsonb_build_object('state', bought.state));
  tries := private.check_handover_code(bought.id, enter_order_code.code);
  if tries is not null then
    return jsonb_build_object('accepted', false, 'tries_left', tries);
  end if;
  return jsonb_build_object('accepted', true, 'order', to_jsonb(private.move_order(bought.id, 'hand_over', 'seller')));
end
$$;
comment on function public.enter_order_code(uuid, text) is 'The seller enters the buyer''s code, which completes the order. Returns {accepted, tries_left} or {accepted, order}.';
grant execute on function public.enter_order_code(uuid, text) to authenticated;
