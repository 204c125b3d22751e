-- From the parameters of a search to conditions in SQL, each parameter apart: a facet is counted without its own, and what stands in
-- the way is found by leaving out one after the other.

-- Where an ad is on two grids, of a tenth of a degree and of a whole one, so that places are found by the same index as words.
create or replace function private.place_marks(lat float8, lng float8) returns text[]
language sql immutable
set search_path = ''
return case when lat is null or lng is null then '{}' else array[
  format('g:10:%s:%s', floor(lat * 10), mod(floor((lng + 180) * 10)::integer, 3600)),
  format('g:1:%s:%s', floor(lat), mod(floor(lng + 180)::integer, 360))] end;

create or replace function private.distance_km(from_lat float8, from_lng float8, to_lat float8, to_lng float8) returns float8
language sql immutable parallel safe
return 12742 * asin(sqrt(least(1, power(sin(radians(to_lat - from_lat) / 2), 2)
  + cos(radians(from_lat)) * cos(radians(to_lat)) * power(sin(radians(to_lng - from_lng) / 2), 2))));
comment on function private.distance_km(float8, float8, float8, float8) is 'Great circle, by the haversine formula.';

-- The squares that a box of degrees touches, on the finer grid if they are few enough; null where even the coarser has too many.
-- East of the date line it goes on beyond 180.
create or replace function private.marks_in_box(south float8, west float8, north float8, east float8) returns tsquery
language sql immutable
set search_path = ''
begin atomic
  with grid as (
    select scale from unnest('{10,1}'::integer[]) as scale
    where ((north - south) * scale + 1) * ((east - west) * scale + 1) <= 200 order by scale desc limit 1
  )
  select string_agg(distinct format('''g:%s:%s:%s''', scale, up, mod(mod(aside, 360 * scale) + 360 * scale, 360 * scale)), '|')::tsquery
  from grid, generate_series(floor(south * scale)::integer, floor(north * scale)::integer) as up,
    generate_series(floor((west + 180) * scale)::integer, floor((east + 180) * scale)::integer) as aside;
end;

create or replace function private.marks_within(lat float8, lng float8, radius_km float8) returns tsquery
language sql immutable
set search_path = ''
begin atomic
  select private.marks_in_box(lat - up, lng - aside, lat + up, lng + aside) from (
    select radius_km / 111 + 0.001 as up, radius_km / (111 * greatest(0.02, cos(radians(least(89, abs(lat) + radius_km / 111))))) + 0.001 as aside) as reach;
end;

create or replace function private.radius_condition(lat float8, lng float8, radius_km float8) returns jsonb
language plpgsql immutable
set search_path = ''
as $$
declare
  reach float8 := least(180, radius_km / greatest(0.01, 111.195 * cos(radians(lat))));
  box text := format('entry.lat between %s and %s', lat - radius_km / 111.195, lat + radius_km / 111.195);
begin
  -- Next to the date line the box has two parts; the distance decides there.
  if lng - reach > -180 and lng + reach < 180 then
    box := box || format(' and entry.lng between %s and %s', lng - reach, lng + reach);
  end if;
  return private.condition(box || format(' and private.distance_km(%s, %s, entry.lat, entry.lng) <= %s', lat, lng, radius_km),
    private.marks_within(lat, lng, radius_km));
end
$$;

create or replace function private.box_condition(west float8, south float8, east float8, north float8) returns jsonb
language sql immutable
set search_path = ''
return private.condition(format('entry.lat between %s and %s and ', south, north)
    || format(case when west <= east then 'entry.lng between %s and %s' else '(entry.lng >= %s or entry.lng <= %s)' end, west, east),
  private.marks_in_box(south, west, north, case when west <= east then east else east + 360 end));
