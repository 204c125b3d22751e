import { CONDITIONS } from '../../../../../contract/ads/listing-values.ts'
import type { AttributeFilter, Relaxation } from '../../../../../contract/search/search.ts'
import type { AttributeChoice } from '../../../../../contract/search/search-attributes.ts'
import { RADII_KM, type SearchState } from '../../../../../contract/search/search-state.ts'

/** The search with a suggestion of search_listings applied. */
export function relaxSearch(state: SearchState, { change }: Relaxation): SearchState {
  const relaxed: SearchState = { ...state, page: 1 }
  if ('q' in change) relaxed.q = change.q ?? ''
  if ('category' in change) relaxed.category = change.category ?? null
  if ('type' in change) relaxed.type = null
  if ('price_min' in change) relaxed.priceMin = change.price_min ?? null
  if ('price_max' in change) relaxed.priceMax = change.price_max ?? null
  if ('condition' in change) relaxed.conditions = CONDITIONS.filter((one) => change.condition?.includes(one))
  if ('delivery' in change) relaxed.delivery = null
  if ('seller_type' in change) relaxed.sellerType = change.seller_type ?? null
  if ('with_photo' in change) relaxed.withPhoto = change.with_photo ?? false
  if ('radius_km' in change) relaxed.radiusKm = RADII_KM.find((km) => km === change.radius_km) ?? null
  if ('box' in change) relaxed.box = null
  if ('posted_within_days' in change || 'posted_since' in change) relaxed.postedWithinDays = null
  if ('exclude' in change) relaxed.exclude = [change.exclude ?? []].flat()
  if ('attributes' in change) {
    relaxed.attributes = Object.fromEntries(
      Object.entries(change.attributes ?? {}).map(([key, filter]) => [key, choiceOf(filter)]),
    )
  }
  return relaxed
}

function choiceOf(filter: AttributeFilter): AttributeChoice {
  if (typeof filter === 'boolean') return filter
  if (typeof filter === 'string' || typeof filter === 'number') return [String(filter)]
  if ('length' in filter) return filter.map(String)
  return { min: filter.min ?? null, max: filter.max ?? null }
}
