-- Returns: agreed on or decided, the buyer ships, and the refund follows on arrival.

-- Security definer, as all below: orders are closed to callers, and find_own_order() has checked the owner.
create or replace function public.mark_return_shipped(order_id uuid, carrier text, tracking text) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders := private.find_own_order(mark_return_shipped.order_id, 'buyer');
begin
  perform private.require_tracking(carrier, tracking);
  insert into public.shipments (order_id, direction, carrier, tracking, tracking_url)
  values (bought.id, 'back', btrim(mark_return_shipped.carrier), btrim(mark_return_shipped.tracking),
    private.tracking_link(btrim(mark_return_shipped.carrier), btrim(mark_return_shipped.tracking), null))
  on conflict on constraint shipments_pkey do nothing;
  if found then
    bought := private.move_order(bought.id, 'ship_back', 'buyer', jsonb_build_object('carrier', btrim(carrier), 'tracking', btrim(tracking)));
  end if;
  return bought;
end
$$;
comment on function public.mark_return_shipped(uuid, text, text) is 'Marks the return as shipped. Without an answer of the seller, the refund follows once the parcel must have arrived.';
grant execute on function public.mark_return_shipped(uuid, text, text) to authenticated;

create or replace function public.confirm_return(order_id uuid) returns public.orders
language sql security definer set search_path = ''
return private.move_own_order(order_id, 'seller', 'return');
comment on function public.confirm_return(uuid) is 'Confirms the arrival of a return, which refunds the buyer in full. Idempotent.';
grant execute on function public.confirm_return(uuid) to authenticated;

create or replace function public.contest_return(order_id uuid, text text default null) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders := private.find_own_order(contest_return.order_id, 'seller');
begin
  perform private.refuse_if(char_length(btrim(text)) not between 10 and 2000, 'SK374', 'dispute_text_length');
  bought := private.move_order(bought.id, 'contest', 'seller');
  update public.disputes known set answer = right(concat_ws(E'\n\n', known.answer, btrim(contest_return.text)), 4000)
    where known.order_id = bought.id and contest_return.text is not null;
  -- The users have nothing left to agree on.
  delete from private.order_deadlines due where due.order_id = bought.id;
  return private.note_due(bought.id);
end
$$;
comment on function public.contest_return(uuid, text) is 'Contests a returned item: moderators decide.';
grant execute on function public.contest_return(uuid, text) to authenticated;
