import type { FoundListing, ListingSearch } from './search.ts'

/**
 * The contract of `search_clusters(params)`: the results of `search_listings` for the same parameters, for a map. The SQL side is
 * marketplace/database/schemas/search/functions/clusters.sql.
 */
export interface ClusterSearch extends Omit<ListingSearch, 'sort' | 'limit' | 'cursor' | 'facets' | 'explain'> {
  /** 0 to 20, for maps that show the world 512 pixels wide at zoom 0. */
  zoom: number
}

/** West, south, east, north in degrees. Across the date line longitudes continue beyond 180. */
export type ClusterBounds = readonly [west: number, south: number, east: number, north: number]

/** Two or more ads that would overlap on the map. */
export interface AdCluster {
  /** The centroid of its ads. */
  lat: number
  lng: number
  count: number
  bounds: ClusterBounds
  /** Minor units; null if no ad has a price. */
  price_min: number | null
  price_max: number | null
}

/** A single ad at this zoom. Its coordinates are on a grid of about 300 m. */
export type AdPin = Pick<FoundListing, 'id' | 'title' | 'type' | 'price_minor' | 'price_type' | 'currency'> & {
  lat: number
  lng: number
}

/** Bounded for any box: a few hundred clusters and pins at most. Ads without a place are not counted. */
export interface ClusterAnswer {
  /** Most ads first. */
  clusters: readonly AdCluster[]
  pins: readonly AdPin[]
  /** Bounding box of all of them; null if there are none. */
  bounds: ClusterBounds | null
  /** Ads in all clusters and pins: with a box the total of the search, exact also beyond 10,000. */
  total: number
}
