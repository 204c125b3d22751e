create or replace function public.price_guide(category text, condition text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  prices integer[];
  low integer;
  step numeric;
begin
  select array_agg(comp.price_minor order by comp.price_minor) into prices
  from public.sold_comps comp
  where comp.category = price_guide.category and comp.currency = private.market_currency() and comp.sold_at > now() - interval '180 days'
    and (price_guide.condition is null or comp.condition = price_guide.condition);
  -- Fewer than eight sales could reveal a single price.
  if coalesce(cardinality(prices), 0) < 8 then
    return jsonb_build_object('count', coalesce(cardinality(prices), 0));
  end if;
  low := prices[1];
  step := greatest(1, (prices[cardinality(prices)] - low) / 10.0);
  return (
    select jsonb_build_object('count', count(*), 'currency', private.market_currency(), 'days', 180,
      'p25', round(percentile_cont(0.25) within group (order by price)),
      'median', round(percentile_cont(0.5) within group (order by price)),
      'p75', round(percentile_cont(0.75) within group (order by price)),
      'min', min(price), 'max', max(price),
      'histogram', (
        select jsonb_agg(jsonb_build_object('from', round(low + step * bin), 'to', round(low + step * (bin + 1)), 'count', (
          select count(*) from unnest(prices) as inside (amount)
          where least(9, floor((inside.amount - low) / step)) = bin)) order by bin)
        from generate_series(0, 9) as bin))
    from unnest(prices) as sold (price));
end
$$;
comment on function public.price_guide(text, text) is 'Sale prices of a category''s items in the last 180 days; only the count below 8 sales.';
grant execute on function public.price_guide(text, text) to anon, authenticated;

-- Security definer: the table is closed.
create or replace function public.share_sold_price(listing_id uuid, share boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  ad public.listings := private.lock_own_listing(share_sold_price.listing_id, array['sold'], private.problem('SK111', 'not_sold_by_you'));
begin
  if not coalesce(share, false) then
    delete from public.sold_comps comp where comp.listing_id = ad.id;
    return false;
  end if;
  perform private.refuse_if(coalesce(ad.sold_price_minor, 0) = 0 or ad.sold_channel = 'withdrawn' or ad.type <> 'sell', 'SK111', 'not_sold_by_you');
  insert into public.sold_comps (listing_id, category, attributes, condition, price_minor, currency, sold_at, area, city)
  values (ad.id, ad.category, ad.attributes, ad.condition, ad.sold_price_minor, ad.currency, ad.sold_at, ad.area, ad.city)
  on conflict on constraint sold_comps_listing_id_key do update set price_minor = excluded.price_minor, sold_at = excluded.sold_at;
  return true;
end
$$;
comment on function public.share_sold_price(uuid, boolean) is 'For the seller: adds the price of a sold ad to the price guide, anonymously, or removes it.';
grant execute on function public.share_sold_price(uuid, boolean) to authenticated;
