import type { CallerSql } from 'souk-backend'
import type { FoundListing } from '../contract/search/search.ts'
import type { Hit } from './engine.ts'

export interface Item {
  readonly hit: Hit
  readonly card: FoundListing
}

/** The hits that the caller may see, with current data, in the same order: the index may lag. */
export async function readAgain(
  sql: CallerSql,
  hits: readonly Hit[],
  place: { lat: number; lng: number } | null,
): Promise<Item[]> {
  if (hits.length === 0) return []
  const ids = `{${hits.map(({ id }) => id).join()}}`
  const cards = await sql<{ id: string; card: FoundListing; km: number | null }>`
    select entry.listing_id as id, entry.card, case when ${place !== null}::boolean and entry.lat is not null
      then round(private.distance_km(${place?.lat}::float8, ${place?.lng}::float8, entry.lat, entry.lng)::numeric, 1) end as km
    from private.listing_search entry join public.listings listing on listing.id = entry.listing_id and listing.state in ('active', 'reserved')
    where entry.listing_id = any (${ids}::uuid[]) and entry.expires_at > now()`
  const byId = new Map(cards.map((card) => [card.id, card]))
  return hits.flatMap((hit) => {
    const found = byId.get(hit.id)
    return found ? [{ hit, card: { ...found.card, distance_km: found.km } }] : []
  })
}
