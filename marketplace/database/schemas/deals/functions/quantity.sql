-- Ads with several units stay available until the last one is sold.

-- Number of units in open orders, and in deals and reservations that are not paid for here.
create or replace function private.units_promised(ad uuid) returns integer
language sql stable set search_path = '' as $$
  select count(*)::integer + private.units_ordered(ad) from (
    select deal.conversation_id from public.deals deal
    where deal.listing_id = ad and deal.state in ('agreed', 'scheduled', 'handed_over') and not private.has_open_order(deal.id)
    union
    select known.conversation_id from public.reservations known
    where known.listing_id = ad and known.state = 'held'
      and not exists (select from private.orders_of(ad) as bought where bought.buyer_id = known.buyer_id)) as promised
$$;

-- Number of units in open orders.
create or replace function private.units_ordered(ad uuid) returns integer
language sql stable set search_path = ''
return (
  select coalesce(sum(item.quantity), 0)::integer from public.order_items item
  where item.listing_id = ad and item.order_id in (select bought.id from private.orders_of(ad) as bought));

-- Open orders with an item of this ad.
create or replace function private.orders_of(ad uuid) returns setof public.orders
language sql stable set search_path = '' as $$
  select bought.* from public.order_items item join public.orders bought on bought.id = item.order_id
  where item.listing_id = ad and bought.is_open
$$;

-- Security definer: counts other people's deals, as does the next.
create or replace function private.require_quantity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.type <> 'sell' then
    new.quantity := 1;
  elsif tg_op = 'UPDATE' and new.quantity < old.quantity and new.quantity < private.units_promised(new.id) then
    raise exception using errcode = 'SK353', message = 'quantity_promised';
  end if;
  return new;
end
$$;
create or replace trigger require_quantity_on_insert before insert on public.listings
  for each row when (new.quantity > 1) execute function private.require_quantity();
create or replace trigger require_quantity_on_update before update of quantity, type on public.listings
  for each row when (old.quantity > 1 or new.quantity > 1) execute function private.require_quantity();

-- Selling or reserving one of several units keeps the ad available. Named to run before keep_promise.
create or replace function private.count_units() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  promised integer := private.units_promised(new.id);
begin
  if new.state = 'sold' and new.sold_channel <> 'withdrawn' then
    perform private.refuse_if(promised >= new.quantity, 'SK321', 'deal_open_on_ad');
    new.quantity := new.quantity - 1;
    new.state := case when old.state in ('paused', 'expired') then old.state when promised >= new.quantity then 'reserved' else 'active' end;
    new.sold_at := old.sold_at;
    new.sold_channel := old.sold_channel;
    new.sold_price_minor := old.sold_price_minor;
  elsif new.state = 'reserved' and promised > 0 and promised < new.quantity then
    new.state := 'active';
  end if;
  return new;
end
$$;
create or replace trigger count_units before update of state on public.listings
  for each row when (new.quantity > 1 and old.state <> new.state) execute function private.count_units();

-- A decreased quantity is a sale. Security definer: log and counters are closed.
create or replace function private.record_unit_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.listing_events (listing_id, actor_id, event, from_state, to_state, details)
  values (new.id, auth.uid(), 'one_sold', old.state, new.state, jsonb_build_object('left', new.quantity));
  update public.sellers seller set sold_count = seller.sold_count + 1 where seller.id = new.seller_id;
  return null;
end
$$;
create or replace trigger record_unit_sale after update of state on public.listings
  for each row when (new.quantity < old.quantity) execute function private.record_unit_sale();

create or replace function private.require_unit() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse_if((select count(*) from public.deals deal where deal.listing_id = new.listing_id and deal.state in ('agreed', 'scheduled', 'handed_over'))
      >= (select listing.quantity from public.listings listing where listing.id = new.listing_id), 'SK109', 'ad_reserved');
  return new;
end
$$;
create or replace trigger require_unit before insert on public.deals
  for each row when (new.state in ('agreed', 'scheduled', 'handed_over')) execute function private.require_unit();
