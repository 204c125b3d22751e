-- Prices for checkouts and ads before anything is ordered.

-- Both delivery options if offered, and the items. Security definer: as start_order(); public ads only.
create or replace function public.order_choices(listing_ids uuid[], quantities integer[] default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  setting private.order_settings;
  ads public.listings[];
  units integer[];
  deal public.deals;
begin
  select * into setting from private.order_settings;
  perform private.refuse_if(setting.payments = 'off', 'SK361', 'orders_off');
  perform private.refuse_if(coalesce(cardinality(listing_ids), 0) not between 1 and 20 or quantities is not null and (
    cardinality(quantities) <> cardinality(listing_ids) or exists (select from unnest(quantities) as number where number is null or number not between 1 and 99)),
    'SK366', 'bad_order_count');
  select array_agg(listing order by listing.id), array_agg(coalesce(quantities[array_position(listing_ids, listing.id)], 1) order by listing.id)
    into ads, units from public.listings listing where listing.id = any(listing_ids) and listing.state in ('active', 'reserved', 'sold');
  perform private.refuse_if(coalesce(cardinality(ads), 0) < cardinality(listing_ids), 'SK210', 'no_such_ad_on_offer');
  perform private.refuse_if((select count(distinct ad.seller_id) from unnest(ads) as ad) > 1, 'SK367', 'several_sellers');
  perform private.refuse_if(exists (select from unnest(ads) as ad where ad.type <> 'sell' or ad.price_minor is null or ad.currency <> private.market_currency()),
    'SK363', 'ad_not_buyable');
  select * into deal from public.deals known
    where known.listing_id = any(listing_ids) and known.buyer_id = me and known.state in ('agreed', 'scheduled') and cardinality(ads) = 1
      and not private.has_open_order(known.id);
  return jsonb_build_object('currency', private.market_currency(), 'is_agreed', deal.id is not null,
    'bundle_percent', (select seller.bundle_percent from public.sellers seller where seller.id = (ads[1]).seller_id),
    'ship', case when not exists (select from unnest(ads) as ad where ad.delivery not in ('ship', 'both')) then private.choice_of(ads, units, deal, 'ship') end,
    'meet', case when not exists (select from unnest(ads) as ad where ad.delivery not in ('pickup', 'both')) then private.choice_of(ads, units, deal, 'meet') end,
    'items', (select jsonb_agg(jsonb_build_object('listing_id', ad.id, 'title', ad.title, 'price_minor', coalesce(deal.amount_minor, ad.price_minor),
        'quantity', units[place], 'left', private.units_left(ad, me), 'cover_path', ad.cover_path, 'condition', ad.condition, 'area', ad.area, 'city', ad.city,
        'country', ad.country)
        order by array_position(listing_ids, ad.id))
      from generate_subscripts(ads, 1) as place, lateral (select (ads[place]).*) as ad));
end
$$;
comment on function public.order_choices(uuid[], integer[]) is
  'Prices of several ads of one seller, for shipping and meet-up (null if not offered), with the items. Stores nothing.';
grant execute on function public.order_choices(uuid[], integer[]) to anon, authenticated;

-- Sums of one delivery option; apart_minor is the shipping cost of separate parcels.
create or replace function private.choice_of(ads public.listings[], units integer[], deal public.deals, delivery text) returns jsonb
language sql stable set search_path = ''
return (
  select jsonb_build_object('goods_minor', price.items_minor + price.discount_minor, 'discount_minor', price.discount_minor, 'items_minor', price.items_minor,
    'shipping_minor', price.shipping_minor, 'fee_minor', price.fee_minor, 'total_minor', price.items_minor + price.shipping_minor + price.fee_minor,
    'apart_minor', case when choice_of.delivery = 'ship' then (
      select sum(coalesce((ads[place]).ship_cost_minor, 0) * units[place]) from generate_subscripts(ads, 1) as place) else 0 end)
  from private.price_order(ads, units, deal, choice_of.delivery) as price);

-- How many units of an ad this user can buy now; their own deal, reservation or unpaid order reserves one for them.
create or replace function private.units_left(ad public.listings, me uuid) returns integer
language sql stable set search_path = ''
return greatest(ad.quantity - private.units_promised(ad.id) + coalesce((
    select sum(item.quantity)::integer from private.orders_of(ad.id) as bought
    join public.order_items item on item.order_id = bought.id and item.listing_id = ad.id
    where bought.buyer_id = me and bought.state = 'awaiting_payment'), 0)
  + private.keeps_unit(ad.id, me)::integer, 0);

-- Security definer: orders are closed; returns when a public ad may become available again.
create or replace function public.payment_pending_until(listing_id uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select max(bought.pay_by) from private.orders_of(payment_pending_until.listing_id) as bought
  where bought.state = 'awaiting_payment' and bought.pay_by > now() and bought.buyer_id is distinct from auth.uid()
    and not exists (select from private.orders_of(payment_pending_until.listing_id) as paid where paid.state <> 'awaiting_payment')
$$;
comment on function public.payment_pending_until(uuid) is 'Until when another buyer''s unpaid order reserves an ad; null if none does.';
grant execute on function public.payment_pending_until(uuid) to anon, authenticated;
