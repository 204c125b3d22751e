-- Names for the map that needs no tile server.

create index places_where_idx on private.places (lat, lng);

-- Security definer: the table is no part of the API, only what is in view is.
create function public.places_within(west float8, south float8, east float8, north float8, lim integer default 40) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', name, 'lat', lat, 'lng', lng, 'people', people) order by people desc, id), '[]')
  from (
    select place.id, place.name, place.lat, place.lng, place.people from private.places place
    where place.lat between places_within.south and places_within.north
      and place.lng between places_within.west and places_within.east
    order by place.people desc, place.id
    limit greatest(0, least(coalesce(places_within.lim, 40), 100))) as largest
$$;
comment on function public.places_within(float8, float8, float8, float8, integer) is 'The largest towns in a box of degrees, 100 at most: [{name, lat, lng, people}], the largest first.';
grant execute on function public.places_within(float8, float8, float8, float8, integer) to anon, authenticated;
