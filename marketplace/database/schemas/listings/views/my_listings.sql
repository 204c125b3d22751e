create or replace view public.my_listings with (security_invoker) as
  select ad.id, ad.ad_no, ad.seller_id, ad.category, ad.type, ad.title, ad.description, ad.price_minor, ad.previous_price_minor,
    ad.price_changed_at, ad.currency, ad.price_type, ad.condition, ad.attributes, ad.area, ad.city, ad.country, ad.lat, ad.lng, ad.delivery,
    ad.ship_cost_minor, ad.language, ad.state, ad.version, ad.views_count, ad.saves_count, ad.chats_count, ad.cover_path, ad.photo_count,
    ad.first_published_at, ad.expires_at, ad.sold_at, ad.created_at, ad.updated_at, ad.offer_floor_pct,
    notes.state_reason, notes.state_rule, notes.sold_price_minor, notes.sold_channel, notes.is_price_shared, ad.quantity,
    case when ad.state in ('active', 'reserved', 'paused') then ad.expires_at end as ends_at
  from public.listings ad cross join lateral private.own_listing_notes(ad.id) notes
  where ad.seller_id = (select auth.uid()) and ad.state <> 'deleted' and (select private.second_factor_shown());
comment on view public.my_listings is 'The caller''s own ads, with columns that only their seller may read.';
revoke all on public.my_listings from anon, authenticated;
grant select on public.my_listings to authenticated;

create or replace function public.find_my_listings(words text) returns setof public.my_listings
language sql stable set search_path = ''
begin atomic
  select mine.* from public.my_listings mine
  where not exists (
    select from unnest(private.search_words(words)) word
    where array_to_string(private.search_words(mine.title), ' ') not like '%' || word || '%');
end;
comment on function public.find_my_listings(text) is 'The caller''s own ads with all of these words, or parts of words, in the title; without accents and in any order.';
grant execute on function public.find_my_listings(text) to authenticated;
