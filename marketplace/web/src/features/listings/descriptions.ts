import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { dataClient } from '../../lib/data/client.ts'

/** Maximum number of characters that fit into two lines. */
const DESCRIPTION_START = 240

/** The beginnings of descriptions, by ad id: as much as a row shows. */
async function fetchDescriptions(ids: readonly string[]): Promise<Record<string, string>> {
  const client = await dataClient()
  const { data, error } = await client
    .from('listings')
    .select('id,description')
    .in('id', [...ids])
  if (error) throw error
  return Object.fromEntries(data.map(({ id, description }) => [id, description.slice(0, DESCRIPTION_START)]))
}

/** Used by the list view only; the previous descriptions stay while more are loaded. */
export function descriptionsQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: ['descriptions', ids],
    queryFn: () => fetchDescriptions(ids),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
}
