-- Starts an order: the ads are reserved for the buyer during payment.

-- One ad as this user can buy it, or the refusal. An accepted offer sets its price.
create or replace function private.require_buyable(ad public.listings, me uuid, delivery text, units integer) returns void
language plpgsql stable set search_path = '' as $$
declare
  is_kept constant boolean := private.keeps_unit(ad.id, me);
begin
  perform private.refuse_if(ad.id is null, 'SK210', 'no_such_ad_on_offer');
  perform private.refuse_if(ad.seller_id = me, 'SK362', 'own_ad_order');
  perform private.refuse_if(private.is_blocked_between(me, ad.seller_id), 'SK210', 'no_such_ad_on_offer');
  perform private.refuse_if(ad.state = 'sold', 'SK108', 'ad_sold');
  perform private.refuse_if(ad.state = 'reserved' and not is_kept, 'SK109', 'ad_reserved');
  perform private.refuse_if(ad.state not in ('active', 'reserved') or ad.expires_at < now(), 'SK110', 'ad_not_on_offer');
  perform private.refuse_if(ad.type <> 'sell' or ad.price_minor is null or ad.currency <> private.market_currency(), 'SK363', 'ad_not_buyable');
  perform private.refuse_if(ad.delivery not in ('both', case delivery when 'ship' then 'ship' else 'pickup' end), 'SK364', 'delivery_not_offered');
  perform private.refuse_if(private.is_away(ad.seller_id), 'SK365', 'seller_is_away');
  perform private.refuse_if(units > ad.quantity - case when is_kept then 0 else private.units_promised(ad.id) end, 'SK385', 'too_few_left');
end
$$;

-- Whether a deal or a reservation reserves one unit of an ad for this user; one being paid for reserves none.
create or replace function private.keeps_unit(ad uuid, me uuid) returns boolean
language sql stable set search_path = ''
return exists (select from public.deals deal
    where deal.listing_id = ad and deal.buyer_id = me and deal.state in ('agreed', 'scheduled') and not private.has_open_order(deal.id))
  or exists (select from public.reservations known where known.listing_id = ad and known.buyer_id = me and known.state = 'held'
    and not exists (select from private.orders_of(ad) as bought where bought.buyer_id = me));

-- The price of several ads of one seller: the bundle discount from two items on, one parcel, and one fee.
create or replace function private.price_order(ads public.listings[], units integer[], deal public.deals, delivery text)
returns table (discount_minor integer, items_minor integer, shipping_minor integer, fee_minor integer)
language sql stable set search_path = '' as $$
  select priced.discount, priced.items, priced.shipping, private.buyer_fee(priced.items, price_order.delivery)
  from (
    select summed.discount, summed.full_price - summed.discount as items, summed.shipping
    from (
      select full_price, shipping, case when deal.id is null and things >= 2 then round(full_price * seller.bundle_percent / 100.0)::integer else 0 end as discount
      from (
        select coalesce(deal.amount_minor, sum(ad.price_minor * units[place]))::integer as full_price, sum(units[place]) as things,
          -- The most expensive of all.
          case when price_order.delivery = 'ship' then max(coalesce(ad.ship_cost_minor, 0)) else 0 end as shipping
        from generate_subscripts(ads, 1) as place, lateral (select (ads[place]).*) as ad) as listed
      join public.sellers seller on seller.id = (ads[1]).seller_id) as summed) as priced
$$;

-- Security definer: the ads and the orders are closed to callers.
create or replace function public.start_order(listing_ids uuid[], delivery text, address_id uuid default null, quantities integer[] default null,
  expected_minor integer default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  setting private.order_settings;
  wanted constant jsonb := (select jsonb_object_agg(id, coalesce(quantities[place], 1)) from unnest(listing_ids) with ordinality as given (id, place));
  ads public.listings[];
  units integer[];
  deal public.deals;
  price record;
  bought public.orders;
begin
  select * into setting from private.order_settings;
  perform private.refuse_if(me is null or not private.second_factor_shown(), 'SK360', 'orders_signed_out');
  perform private.refuse_if(setting.payments = 'off', 'SK361', 'orders_off');
  perform private.refuse_if(delivery is null or delivery not in ('ship', 'meet'),
    'SK009', 'unknown_choice', jsonb_build_object('name', 'delivery', 'choices', 'ship, meet'));
  perform private.refuse_if(coalesce(cardinality(listing_ids), 0) not between 1 and 20
    or cardinality(listing_ids) <> (select count(distinct id) from unnest(listing_ids) as id)
    or quantities is not null and (cardinality(quantities) <> cardinality(listing_ids)
      or exists (select from unnest(quantities) as number where number is null or number not between 1 and 99)), 'SK366', 'bad_order_count');
  perform private.refuse_if(address_id is not null and not exists (select from private.addresses known where known.id = address_id and known.user_id = me),
    'SK369', 'no_such_address');
  if start_order.delivery = 'ship' and address_id is null then
    address_id := (select known.id from private.addresses known where known.user_id = me
      and known.country = all(select listing.country from public.listings listing where listing.id = any(listing_ids))
      order by known.created_at desc, known.id limit 1);
  end if;
  -- An ad has one shipping price, for its own country.
  perform private.refuse_if(start_order.delivery = 'ship' and exists (select from public.listings listing join private.addresses known on known.id = address_id
    where listing.id = any(listing_ids) and listing.country <> known.country), 'SK396', 'not_shipped_there');
  -- Every function locks the ads first, in the same order, so that of two buyers one wins and the other is refused. Includes those of unpaid orders
  -- that this one may replace.
  perform from public.listings listing where listing.id in (
    select unnest(listing_ids)
    union
    select item.listing_id from public.orders known join public.order_items item on item.order_id = known.id
    where known.buyer_id = me and known.state = 'awaiting_payment') order by listing.id for no key update;
  perform private.expire_deals(id) from unnest(listing_ids) as id;
  perform private.pass_deadlines(listing_ids);
  -- A repeated call returns the order that it started; another selection replaces it.
  for bought in
    select known.* from public.orders known
    where known.buyer_id = me and known.state = 'awaiting_payment'
      and exists (select from public.order_items item where item.order_id = known.id and item.listing_id = any(listing_ids))
  loop
    if bought.delivery = start_order.delivery
        and wanted = (select jsonb_object_agg(item.listing_id, item.quantity) from public.order_items item where item.order_id = bought.id)
        and coalesce(expected_minor, bought.total_minor) = bought.total_minor then
      perform private.keep_address(bought, address_id);
      return private.order_to_pay(bought);
    end if;
    perform private.move_order(bought.id, 'cancel', 'buyer');
  end loop;
  select array_agg(listing order by listing.id), array_agg((wanted ->> listing.id::text)::integer order by listing.id) into ads, units
    from public.listings listing where listing.id = any(listing_ids);
  perform private.refuse_if(coalesce(cardinality(ads), 0) < cardinality(listing_ids), 'SK210', 'no_such_ad_on_offer');
  perform private.refuse_if((select count(distinct ad.seller_id) from unnest(ads) as ad) > 1, 'SK367', 'several_sellers');
  perform private.require_buyable(ads[place], me, start_order.delivery, units[place]) from generate_subscripts(ads, 1) as place;
  select * into deal from public.deals known
    where known.listing_id = any(listing_ids) and known.buyer_id = me and known.state in ('agreed', 'scheduled') and not private.has_open_order(known.id);
  perform private.refuse_if(deal.id is not null and (cardinality(ads) > 1 or units[1] > 1), 'SK368', 'deal_bought_alone');
  select * into price from private.price_order(ads, units, deal, start_order.delivery);
  perform private.refuse_if(expected_minor <> price.items_minor + price.shipping_minor + price.fee_minor, 'SK384', 'price_changed',
    jsonb_build_object('total_minor', price.items_minor + price.shipping_minor + price.fee_minor, 'currency', private.market_currency()));
  perform private.consume_rate_limit(me, 'order');
  insert into public.orders (buyer_id, seller_id, conversation_id, deal_id, delivery, currency, items_minor, discount_minor, shipping_minor, fee_minor,
    seller_fee_minor, pay_by)
  values (me, ads[1].seller_id, deal.conversation_id, deal.id, start_order.delivery, private.market_currency(), price.items_minor,
    price.discount_minor, price.shipping_minor, price.fee_minor, round(price.items_minor * setting.seller_fee_percent / 100), now() + setting.pay_within)
  returning * into bought;
  insert into public.order_items (order_id, position, listing_id, title, price_minor, quantity)
  select bought.id, place, ad.id, ad.title, coalesce(deal.amount_minor, ad.price_minor), units[place]
  from generate_subscripts(ads, 1) as place, lateral (select (ads[place]).*) as ad;
  perform private.keep_address(bought, address_id);
  if deal.id is null then
    perform private.supersede_offers(ad.id) from unnest(ads) as ad;
    update public.listings listing set state = 'reserved' where listing.id = any(listing_ids) and listing.state = 'active';
  end if;
  perform private.enter_state(bought, 'start', 'buyer', null, '{}');
  return private.order_to_pay(bought);
end
$$;
comment on function public.start_order(uuid[], text, uuid, integer[], integer) is
  'Reserves ads of one seller for the caller during payment: {order_id, total_minor, currency, fee_minor, pay_by}. delivery: ship or meet; one unit of each ad, and the newest saved address in its country, by default. Refuses if the total is not expected_minor. Idempotent until the deadline.';
grant execute on function public.start_order(uuid[], text, uuid, integer[], integer) to authenticated;

-- A copy, so that the address book can change.
create or replace function private.keep_address(bought public.orders, address_id uuid) returns void
language sql set search_path = '' as $$
  insert into private.order_addresses (order_id, sealed)
  select bought.id, known.sealed from private.addresses known where known.id = address_id and bought.delivery = 'ship'
  on conflict (order_id) do update set sealed = excluded.sealed
$$;

create or replace function private.order_to_pay(bought public.orders) returns jsonb
language sql immutable set search_path = ''
return jsonb_build_object('order_id', bought.id, 'total_minor', bought.total_minor, 'currency', bought.currency, 'items_minor', bought.items_minor,
  'discount_minor', bought.discount_minor, 'shipping_minor', bought.shipping_minor, 'fee_minor', bought.fee_minor, 'pay_by', bought.pay_by);

-- Security definer: nobody may write public.sellers.
create or replace function public.set_bundle_discount(percent integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse_if(auth.uid() is null or not private.second_factor_shown(), 'SK416', 'settings_signed_out');
  perform private.refuse_if(percent is null or percent not between 0 and 50, 'SK386', 'bad_discount');
  update public.sellers seller set bundle_percent = percent where seller.id = auth.uid();
end
$$;
comment on function public.set_bundle_discount(integer) is 'Sets the caller''s bundle discount for two or more items; 0 for none.';
grant execute on function public.set_bundle_discount(integer) to authenticated;
