import type { CallerSql } from 'souk-backend'
import type { AdCluster, AdPin, ClusterAnswer } from '../../contract/search/clusters.ts'
import type { ListingSearch } from '../../contract/search/search.ts'
import type { Conditions } from '../conditions.ts'
import type { Clause } from '../query.ts'
import { filtersOf } from './clauses.ts'

/** Map tiles; a search's box has at most some 2,000. */
const MOST_TILES = 5000
/** Degrees of latitude are taller on the map. */
const STRETCH = 0.7

interface Tile {
  readonly doc_count: number
  readonly middle: { readonly location: { readonly lat: number; readonly lon: number } }
  readonly around: { readonly bounds: { readonly top_left: Spot; readonly bottom_right: Spot } }
  readonly low: { readonly value: number | null }
  readonly high: { readonly value: number | null }
  readonly one: { readonly buckets: readonly { readonly key: string }[] }
}

interface Spot {
  readonly lat: number
  readonly lon: number
}

export interface ClustersResponse {
  readonly aggregations: { readonly tiles: { readonly buckets: readonly Tile[] } }
}

/** The body of a search for clusters: tiles of about `side` degrees. */
export function clustersBody(conditions: Conditions, side: number, now: string): Clause {
  const precision = Math.max(0, Math.min(29, Math.round(Math.log2(360 / side))))
  return {
    size: 0,
    track_total_hits: false,
    query: { bool: { filter: [...filtersOf(conditions, now), { exists: { field: 'place' } }] } },
    aggs: {
      tiles: {
        geotile_grid: { field: 'place', precision, size: MOST_TILES },
        aggs: {
          middle: { geo_centroid: { field: 'place' } },
          around: { geo_bounds: { field: 'place' } },
          low: { min: { field: 'price' } },
          high: { max: { field: 'price' } },
          one: { terms: { field: 'id', size: 1 } },
        },
      },
    },
  }
}

interface Group {
  readonly count: number
  readonly lat: number
  readonly lng: number
  readonly bounds: readonly [west: number, south: number, east: number, north: number]
  readonly low: number | null
  readonly high: number | null
  readonly id: string
}

/** Parses the tiles; overlapping ones are merged, and single ads become pins. */
export async function readClusters(
  sql: CallerSql,
  { aggregations }: ClustersResponse,
  [west, , east]: NonNullable<ListingSearch['box']>,
  side: number,
): Promise<ClusterAnswer> {
  // Degrees continue across the date line.
  const lngOf = (lng: number) => (west > east && lng < west ? lng + 360 : lng)
  const groups = aggregations.tiles.buckets.map(
    ({ doc_count, middle, around: { bounds }, low, high, one }): Group => ({
      count: doc_count,
      lat: middle.location.lat,
      lng: lngOf(middle.location.lon),
      bounds: [
        lngOf(bounds.top_left.lon),
        bounds.bottom_right.lat,
        lngOf(bounds.bottom_right.lon),
        bounds.top_left.lat,
      ],
      low: low.value,
      high: high.value,
      id: one.buckets[0]?.key ?? '',
    }),
  )
  const spots = joined(groups, 0.75 * side)
  const clusters = spots.filter(({ count }) => count > 1).map(clusterOf)
  const pins = await pinsOf(
    sql,
    spots.filter(({ count }) => count === 1),
  )
  const all = spots.map(({ bounds }) => bounds)
  return {
    clusters: clusters.sort((a, b) => b.count - a.count || a.lat - b.lat || a.lng - b.lng),
    pins,
    bounds: all.length === 0 ? null : aroundAll(all),
    total: spots.reduce((sum, { count }) => sum + count, 0),
  }
}

function aroundAll(all: readonly Group['bounds'][]): Group['bounds'] {
  return [
    Math.min(...all.map(([side]) => side)),
    Math.min(...all.map(([, side]) => side)),
    Math.max(...all.map(([, , side]) => side)),
    Math.max(...all.map(([, , , side]) => side)),
  ]
}

/** Merges each into the largest one within reach that was not merged itself. */
function joined(groups: readonly Group[], reach: number): Group[] {
  const found: Group[] = []
  for (const group of [...groups].sort((a, b) => b.count - a.count || a.lat - b.lat || a.lng - b.lng)) {
    const at = found.findIndex(
      (other) => (group.lng - other.lng) ** 2 + ((group.lat - other.lat) / STRETCH) ** 2 <= reach ** 2,
    )
    const other = found[at]
    if (other) found[at] = together(other, group)
    else found.push(group)
  }
  return found
}

function together(one: Group, other: Group): Group {
  const count = one.count + other.count
  const prices = (values: readonly (number | null)[]) => values.filter((value) => value !== null)
  const lows = prices([one.low, other.low])
  const highs = prices([one.high, other.high])
  return {
    count,
    lat: (one.lat * one.count + other.lat * other.count) / count,
    lng: (one.lng * one.count + other.lng * other.count) / count,
    bounds: aroundAll([one.bounds, other.bounds]),
    low: lows.length > 0 ? Math.min(...lows) : null,
    high: highs.length > 0 ? Math.max(...highs) : null,
    id: one.id,
  }
}

function clusterOf({ lat, lng, count, bounds, low, high }: Group): AdCluster {
  const rounded = (degrees: number) => Math.round(degrees * 100_000) / 100_000
  return { lat: rounded(lat), lng: rounded(lng), count, bounds, price_min: low, price_max: high }
}

/** With current data, as visible to the caller. */
async function pinsOf(sql: CallerSql, spots: readonly Group[]): Promise<AdPin[]> {
  if (spots.length === 0) return []
  const ids = `{${spots.map(({ id }) => id).join()}}`
  const pins = await sql<{ pin: AdPin }>`
    select (select to_jsonb(pin) from jsonb_to_record(entry.card) as pin (id uuid, title text, type text, price_minor integer, price_type text, currency text, lat float8, lng float8)) as pin
    from private.listing_search entry join public.listings listing on listing.id = entry.listing_id and listing.state in ('active', 'reserved')
    where entry.listing_id = any (${ids}::uuid[])`
  const lngs = new Map(spots.map(({ id, lng }) => [id, lng]))
  return pins
    .map(({ pin }) => ({
      ...pin,
      lng: Math.abs((lngs.get(pin.id) ?? pin.lng) - pin.lng) > 180 ? pin.lng + 360 : pin.lng,
    }))
    .sort((a, b) => b.lat - a.lat || a.lng - b.lng)
}
