import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { jsonOf } from '../../../../../contract/json-of.ts'
import type { ClusterAnswer, ClusterSearch } from '../../../../../contract/search/clusters.ts'
import type { ListingSearch } from '../../../../../contract/search/search.ts'
import { dataClient } from '../../../lib/data/client.ts'
import { searchListings } from '../api.ts'

const FRESH_STALE_MS = 30_000

async function fetchClusters(params: ClusterSearch, signal: AbortSignal): Promise<ClusterAnswer> {
  const client = await dataClient()
  const args = { params: JSON.stringify(params) }
  const { data, error } = await client.rpc('search_clusters', args, { get: true }).abortSignal(signal)
  if (error) throw error
  return jsonOf<ClusterAnswer>(data)
}

/** Clusters in part of the map; keeps the previous data while loading. */
export function clustersQuery(params: ClusterSearch) {
  return queryOptions({
    queryKey: ['search', 'clusters', params],
    queryFn: ({ signal }) => fetchClusters(params, signal),
    placeholderData: keepPreviousData,
    staleTime: FRESH_STALE_MS,
  })
}

export function adsAtQuery(params: ListingSearch) {
  return queryOptions({
    queryKey: ['search', 'at', params],
    queryFn: async ({ signal }) => (await searchListings({ ...params, limit: 48 }, signal)).items,
    staleTime: FRESH_STALE_MS,
  })
}
