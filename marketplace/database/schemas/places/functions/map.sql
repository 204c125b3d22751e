-- Names for the map that needs no tile server.

create or replace function public.places_within(west float8, south float8, east float8, north float8, lim integer default 40) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', name, 'lat', lat, 'lng', lng, 'people', people) order by people desc, id), '[]')
  from (
    select place.id, place.name, place.lat, place.lng, place.people from private.places place
    where place.lat between places_within.south and places_within.north
      and place.lng between places_within.west and places_within.east
    order by place.people desc, place.id
    limit greatest(0, least(coalesce(places_within.lim, 40), 100))) as largest
$$;
comment on function public.places_within(float8, float8, float8, float8, integer) is 'The largest towns in a bounding box, 100 at most: [{name, lat, lng, people}], largest first.';
grant execute on function public.places_within(float8, float8, float8, float8, integer) to anon, authenticated;

create or replace function public.market_places() returns jsonb
language sql stable set search_path = '' as $$
  with newest as materialized (
    select ad.area, ad.city, ad.country, ad.lat, ad.lng from public.listings ad
    where ad.state = 'active' and ad.expires_at > now() and ad.city <> '' and ad.lat is not null and ad.lng is not null
    order by ad.first_published_at desc, ad.id limit 1000),
  offered as (
    select area, city, country, avg(lat) as lat, avg(lng) as lng, count(*) as weight from newest group by area, city, country
    union all
    -- Portugal if ads name no country, see suggest_places().
    select '', town.name, town.country, town.lat, town.lng, town.people
    from (select * from private.places known where known.country = 'PT' order by known.people desc, known.id limit 12) as town
    where not exists (select from newest)),
  listed as (select * from offered order by weight desc, city, area limit 40)
  select coalesce(jsonb_agg(jsonb_build_object('area', coalesce(area, ''), 'city', city, 'country', country,
    'lat', round(lat::numeric, 3), 'lng', round(lng::numeric, 3)) order by weight desc, city, area), '[]')
  from listed
$$;
comment on function public.market_places() is
  'Places of the newest live ads, those with the most ads first, 40 at most; in an empty market the largest towns of its country: [{area, city, country, lat, lng}].';
grant execute on function public.market_places() to anon, authenticated;
