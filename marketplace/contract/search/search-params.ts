import { CONDITIONS } from '../ads/listing-values.ts'
import type { AttributeFilter, ListingSearch, Relaxation } from './search.ts'
import { type AttributeChoice, attributeFilters } from './search-attributes.ts'
import { RADII_KM, type SearchState, sortOf } from './search-state.ts'

/** Converts a search from a URL to parameters of search_listings. */
export function searchParams(state: SearchState): ListingSearch {
  return {
    ...(state.q && { q: state.q }),
    ...(state.category && { category: state.category }),
    ...(Object.keys(state.attributes).length > 0 && { attributes: attributeFilters(state.attributes) }),
    ...(state.type && { type: state.type }),
    ...(state.priceMin !== null && { price_min: state.priceMin }),
    ...(state.priceMax !== null && { price_max: state.priceMax }),
    ...(state.conditions.length > 0 && { condition: state.conditions }),
    ...(state.delivery && { delivery: state.delivery }),
    ...(state.sellerType && { seller_type: state.sellerType }),
    ...(state.withPhoto && { with_photo: true }),
    ...(state.near && { lat: state.near.lat, lng: state.near.lng }),
    ...(state.near && state.radiusKm !== null && { radius_km: state.radiusKm }),
    ...(state.box && { box: state.box }),
    ...(state.postedWithinDays !== null && { posted_within_days: state.postedWithinDays }),
    ...(state.exclude.length > 0 && { exclude: state.exclude }),
    sort: sortOf(state),
  }
}

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
