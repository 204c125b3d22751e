import type { CallerSql } from 'souk-backend'
import type { ClusterAnswer } from '../../contract/search/clusters.ts'
import type { ListingSearch } from '../../contract/search/search.ts'
import type { Conditions } from '../conditions.ts'
import { sqlOf } from './conditions.ts'
import { Statement } from './statement.ts'

/** Matching ads in cells of `side` degrees, merged where they would overlap. */
export async function clustersOf(
  sql: CallerSql,
  conditions: Conditions,
  [west, , east]: NonNullable<ListingSearch['box']>,
  side: number,
): Promise<ClusterAnswer> {
  const statement = new Statement()
  const cell = statement.bind(side, 'float8')
  const from = statement.bind(west, 'float8')
  // Degrees continue across the date line.
  const lng = west > east ? `case when entry.lng < ${from} then entry.lng + 360 else entry.lng end` : 'entry.lng'
  const text = `
    with found as (
      select entry.listing_id, entry.price_minor, entry.lat, ${lng} as lng from private.listing_search entry
      where entry.lat is not null and ${from} is not null and ${sqlOf(conditions, statement)}
    ),
    cells as materialized (
      -- Degrees of latitude are longer on the map: 0.7 makes cells about square where our towns are.
      select floor(lng / ${cell})::integer as x, floor(lat / ${cell} / 0.7)::integer as y, count(*) as ads, any_value(listing_id) as listing_id,
        sum(lat) as lats, sum(lng) as lngs, min(lng) as west, min(lat) as south, max(lng) as east, max(lat) as north,
        min(price_minor) as price_min, max(price_minor) as price_max
      from found group by 1, 2
    ),
    joined as (
      -- Ads on both sides of where cells meet would overlap: a cell joins the fullest one around it whose middle is that near.
      select distinct on (cell.x, cell.y) cell.*, target.x as target_x, target.y as target_y
      from cells cell cross join (values (-1), (0), (1)) as across (x) cross join (values (-1), (0), (1)) as up (y)
      join cells target on target.x = cell.x + across.x and target.y = cell.y + up.y
        and (cell.lngs / cell.ads - target.lngs / target.ads) ^ 2 + ((cell.lats / cell.ads - target.lats / target.ads) / 0.7) ^ 2 <= (0.75 * ${cell}) ^ 2
      order by cell.x, cell.y, target.ads desc, target.x, target.y
    ),
    clusters as (
      select sum(ads)::integer as ads, any_value(listing_id) as listing_id, sum(lats) / sum(ads) as lat, sum(lngs) / sum(ads) as lng,
        min(west) as west, min(south) as south, max(east) as east, max(north) as north, min(price_min) as price_min, max(price_max) as price_max
      from joined group by target_x, target_y
    )
    select coalesce(jsonb_agg(jsonb_build_object('lat', round(spot.lat::numeric, 5), 'lng', round(spot.lng::numeric, 5), 'count', ads,
        'bounds', jsonb_build_array(west, south, east, north), 'price_min', price_min, 'price_max', price_max)
        order by ads desc, spot.lat, spot.lng) filter (where ads > 1), '[]') as clusters,
      coalesce(jsonb_agg((
          select to_jsonb(pin) from jsonb_to_record(entry.card) as pin (id uuid, title text, type text, price_minor integer, price_type text, currency text, lat float8))
        || jsonb_build_object('lng', spot.lng) order by spot.lat desc, spot.lng) filter (where ads = 1), '[]') as pins,
      case when count(*) > 0 then jsonb_build_array(min(west), min(south), max(east), max(north)) end as bounds,
      coalesce(sum(ads), 0) as total
    from clusters spot left join private.listing_search entry on spot.ads = 1 and entry.listing_id = spot.listing_id`
  const [answer] = await sql.query<ClusterAnswer>(text, statement.values)
  return answer ?? { clusters: [], pins: [], bounds: null, total: 0 }
}
