-- search_clusters(params): what a search finds, as pins and clusters of a map. Shapes and meanings: marketplace/contract/search/clusters.ts.

-- Security definer: reads the search index, as search_listings() does.
create or replace function public.search_clusters(params jsonb default '{}') returns jsonb
language plpgsql stable security definer
set search_path = ''
set max_parallel_workers_per_gather = 0
set jit = off
as $$
declare
  asked record := private.asked_search(params);
  given jsonb := asked.given;
  conditions jsonb := asked.conditions;
  zoom float8 := case when given ->> 'zoom' ~ '^\d{1,2}(\.\d{1,12})?$' then least((given ->> 'zoom')::float8, 20) end;
  box jsonb := coalesce(given -> 'box', '[-180, -90, 180, 90]');
  west float8 := (box -> 0)::float8;
  width float8 := (box -> 2)::float8 - west;
  height float8 := (box -> 3)::float8 - (box -> 1)::float8;
  side float8;
  answer jsonb;
begin
  if zoom is null then
    raise exception using errcode = '22023', message = 'zoom must be a number from 0 to 20.';
  end if;
  -- Over the date line degrees count on.
  width := case when width < 0 then width + 360 else width end;
  -- 72 pixels of a map whose world is 512 pixels wide at zoom 0. However large the box, the answer stays small.
  side := greatest(360 * 72 / 512.0 / 2 ^ zoom, width / 48, height / 0.7 / 48);
  execute format($sql$
    with found as (
      select entry.listing_id, entry.price_minor, entry.lat, %1$s as lng
      from public.listing_search entry where entry.lat is not null and %2$s
    ),
    cells as materialized (
      -- Degrees of latitude are longer on the map: 0.7 makes cells about square where our towns are.
      select floor(lng / %3$s)::integer as x, floor(lat / %3$s / 0.7)::integer as y, count(*) as ads, (array_agg(listing_id))[1] as listing_id,
        sum(lat) as lats, sum(lng) as lngs, min(lng) as west, min(lat) as south, max(lng) as east, max(lat) as north,
        min(price_minor) as price_min, max(price_minor) as price_max
      from found group by 1, 2
    ),
    joined as (
      -- Ads on both sides of where cells meet would overlap: a cell joins the fullest one around it whose middle is that near.
      select distinct on (cell.x, cell.y) cell.*, target.x as target_x, target.y as target_y
      from cells cell cross join (values (-1), (0), (1)) as across (x) cross join (values (-1), (0), (1)) as up (y)
      join cells target on target.x = cell.x + across.x and target.y = cell.y + up.y
        and (cell.lngs / cell.ads - target.lngs / target.ads) ^ 2 + ((cell.lats / cell.ads - target.lats / target.ads) / 0.7) ^ 2 <= (0.75 * %3$s) ^ 2
      order by cell.x, cell.y, target.ads desc, target.x, target.y
    ),
    clusters as (
      select sum(ads)::integer as ads, (array_agg(listing_id))[1] as listing_id, sum(lats) / sum(ads) as lat, sum(lngs) / sum(ads) as lng,
        min(west) as west, min(south) as south, max(east) as east, max(north) as north, min(price_min) as price_min, max(price_max) as price_max
      from joined group by target_x, target_y
    )
    select jsonb_build_object(
      'clusters', coalesce(jsonb_agg(jsonb_build_object('lat', round(spot.lat::numeric, 5), 'lng', round(spot.lng::numeric, 5), 'count', ads,
        'bounds', jsonb_build_array(west, south, east, north), 'price_min', price_min, 'price_max', price_max)
        order by ads desc, spot.lat, spot.lng) filter (where ads > 1), '[]'),
      'pins', coalesce(jsonb_agg((
          select to_jsonb(pin) from jsonb_to_record(entry.card) as pin (id uuid, title text, type text, price_minor integer, price_type text, currency text, lat float8))
        || jsonb_build_object('lng', spot.lng) order by spot.lat desc, spot.lng) filter (where ads = 1), '[]'),
      'bounds', case when count(*) > 0 then jsonb_build_array(min(west), min(south), max(east), max(north)) end,
      'total', coalesce(sum(ads), 0))
    from clusters spot left join public.listing_search entry on spot.ads = 1 and entry.listing_id = spot.listing_id
    $sql$, case when west > (box -> 2)::float8 then format('case when entry.lng < %1$s then entry.lng + 360 else entry.lng end', west) else 'entry.lng' end,
    private.conditions_sql(conditions), side) into answer;
  return answer;
end
$$;
comment on function public.search_clusters(jsonb) is 'What search_listings() finds, as pins and clusters for a map at `zoom`. For everybody. Its parameters and answer: marketplace/contract/search/clusters.ts.';
grant execute on function public.search_clusters(jsonb) to anon, authenticated;
