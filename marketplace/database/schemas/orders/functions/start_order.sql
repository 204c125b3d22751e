-- Buying begins: the ads are kept for the buyer while they pay.

-- One ad as it may be bought by this person, or the refusal. An accepted offer sets its price.
create or replace function private.require_buyable(ad public.listings, me uuid, delivery text) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  perform private.refuse_if(ad.id is null, 'SK210', 'no_such_ad_on_offer');
  perform private.refuse_if(ad.seller_id = me, 'SK362', 'own_ad_order');
  perform private.refuse_if(private.is_blocked_between(me, ad.seller_id), 'SK210', 'no_such_ad_on_offer');
  perform private.refuse_if(ad.state = 'sold', 'SK108', 'ad_sold');
  perform private.refuse_if(ad.state = 'reserved' and not exists (select from public.deals deal
      where deal.listing_id = ad.id and deal.buyer_id = me and deal.state in ('agreed', 'scheduled'))
    and not exists (select from public.reservations known where known.listing_id = ad.id and known.buyer_id = me and known.state = 'held'),
    'SK109', 'ad_reserved');
  perform private.refuse_if(ad.state not in ('active', 'reserved') or ad.expires_at < now(), 'SK110', 'ad_not_on_offer');
  perform private.refuse_if(ad.type <> 'sell' or ad.price_minor is null or ad.currency <> private.market_currency(), 'SK363', 'ad_not_buyable');
  perform private.refuse_if(ad.delivery not in ('both', case delivery when 'ship' then 'ship' else 'pickup' end), 'SK364', 'delivery_not_offered');
  perform private.refuse_if(private.is_away(ad.seller_id), 'SK365', 'seller_is_away');
end
$$;

-- Security definer: the ads and the orders are closed to callers.
create or replace function public.start_order(listing_ids uuid[], delivery text, address_id uuid default null) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  me uuid := auth.uid();
  setting private.order_settings;
  ads public.listings[];
  deal public.deals;
  talk uuid;
  bought public.orders;
  items integer;
begin
  select * into setting from private.order_settings;
  perform private.refuse_if(me is null or not private.second_factor_shown(), 'SK360', 'orders_signed_out');
  perform private.refuse_if(setting.payments = 'off', 'SK361', 'orders_off');
  perform private.refuse_if(delivery is null or delivery not in ('ship', 'meet'),
    'SK009', 'unknown_choice', jsonb_build_object('name', 'delivery', 'choices', 'ship, meet'));
  perform private.refuse_if(coalesce(cardinality(listing_ids), 0) not between 1 and 20 or cardinality(listing_ids) <> (select count(distinct id) from unnest(listing_ids) as id),
    'SK366', 'bad_order_count');
  perform private.refuse_if(address_id is not null and not exists (select from private.addresses known where known.id = address_id and known.user_id = me),
    'SK369', 'no_such_address');
  -- Every verb locks the ads first, in one order: of two buyers one wins, and the other is answered after that.
  perform from public.listings listing where listing.id = any(listing_ids) order by listing.id for no key update;
  perform private.lapse_deals(id) from unnest(listing_ids) as id;
  perform private.pass_deadlines(listing_ids);
  -- The same tap once more goes on with the order that it began.
  select known.* into bought from public.orders known
    where known.buyer_id = me and known.state = 'awaiting_payment' and known.delivery = start_order.delivery
      and (select array_agg(item.listing_id order by item.listing_id) from public.order_items item where item.order_id = known.id)
        = (select array_agg(id order by id) from unnest(listing_ids) as id);
  if found then
    return private.order_to_pay(bought);
  end if;
  select array_agg(listing order by listing.id) into ads from public.listings listing where listing.id = any(listing_ids);
  perform private.refuse_if(coalesce(cardinality(ads), 0) < cardinality(listing_ids), 'SK210', 'no_such_ad_on_offer');
  perform private.refuse_if((select count(distinct ad.seller_id) from unnest(ads) as ad) > 1, 'SK367', 'several_sellers');
  perform private.require_buyable(ad, me, start_order.delivery) from unnest(ads) as ad;
  select * into deal from public.deals known
    where known.listing_id = any(listing_ids) and known.buyer_id = me and known.state in ('agreed', 'scheduled');
  perform private.refuse_if(found and cardinality(ads) > 1, 'SK368', 'deal_bought_alone');
  perform private.take_allowance(me, 'order');
  talk := (private.open_conversation(ads[1], me)).id;
  items := coalesce(deal.amount_minor, (select sum(ad.price_minor) from unnest(ads) as ad));
  -- One parcel: the dearest shipping of all.
  insert into public.orders (buyer_id, seller_id, conversation_id, deal_id, delivery, currency, items_minor, shipping_minor, fee_minor, seller_fee_minor, pay_by)
  values (me, ads[1].seller_id, talk, deal.id, start_order.delivery, private.market_currency(), items,
    case when start_order.delivery = 'ship' then (select max(coalesce(ad.ship_cost_minor, 0)) from unnest(ads) as ad) else 0 end,
    private.buyer_fee(items, start_order.delivery), round(items * setting.seller_fee_percent / 100), now() + setting.pay_within)
  returning * into bought;
  insert into public.order_items (order_id, position, listing_id, title, price_minor)
  select bought.id, place, ad.id, ad.title, coalesce(deal.amount_minor, ad.price_minor)
  from generate_subscripts(ads, 1) as place, lateral (select (ads[place]).*) as ad;
  insert into private.order_addresses (order_id, sealed)
  select bought.id, known.sealed from private.addresses known where known.id = address_id and start_order.delivery = 'ship';
  if deal.id is null then
    perform private.supersede_offers(ad.id) from unnest(ads) as ad;
    update public.listings listing set state = 'reserved' where listing.id = any(listing_ids) and listing.state = 'active';
  end if;
  perform private.enter_state(bought, 'start', 'buyer', null, '{}');
  return private.order_to_pay(bought);
end
$$;
comment on function public.start_order(uuid[], text, uuid) is
  'Keeps ads of one seller for the caller while they pay: {order_id, total_minor, currency, fee_minor, pay_by}. delivery: ship or meet. Again within that time answers the same order.';
grant execute on function public.start_order(uuid[], text, uuid) to authenticated;

create or replace function private.order_to_pay(bought public.orders) returns jsonb
language sql immutable
set search_path = ''
return jsonb_build_object('order_id', bought.id, 'total_minor', bought.total_minor, 'currency', bought.currency,
  'items_minor', bought.items_minor, 'shipping_minor', bought.shipping_minor, 'fee_minor', bought.fee_minor, 'pay_by', bought.pay_by);
