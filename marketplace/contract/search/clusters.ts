import type { FoundListing, ListingSearch } from './search.ts'

/**
 * The contract of `search_clusters(params)`: what `search_listings` finds with the same parameters, for a map. The SQL side is
 * marketplace/database/schemas/search/functions/clusters.sql.
 */
export interface ClusterSearch extends Omit<ListingSearch, 'sort' | 'limit' | 'cursor' | 'facets' | 'explain'> {
  /** 0 to 20: how finely clusters are told apart, for maps that show the world 512 pixels wide at zoom 0. */
  zoom: number
}

/** West, south, east, north in degrees. Over the date line longitudes count on beyond 180. */
export type ClusterBounds = readonly [west: number, south: number, east: number, north: number]

/** Two ads or more that would overlap on the map. */
export interface AdCluster {
  /** The middle of its ads. */
  lat: number
  lng: number
  count: number
  bounds: ClusterBounds
  /** Minor units; null where no ad has a price. */
  price_min: number | null
  price_max: number | null
}

/** An ad that stands alone at this zoom. Places are those of the ads: on a grid of about 300 m. */
export type AdPin = Pick<FoundListing, 'id' | 'title' | 'type' | 'price_minor' | 'price_type' | 'currency'> & {
  lat: number
  lng: number
}

/** Bounded whatever the box: a few hundred clusters and pins at most. Ads without a place are not counted. */
export interface ClusterAnswer {
  /** Most ads first. */
  clusters: readonly AdCluster[]
  pins: readonly AdPin[]
  /** Around all of them; null where there are none. */
  bounds: ClusterBounds | null
  /** Ads in all clusters and pins: with a box the total of the search, exact also beyond 10,000. */
  total: number
}
