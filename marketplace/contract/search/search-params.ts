import type { ListingSearch } from './search.ts'
import { attributeFilters } from './search-attributes.ts'
import { type SearchState, sortOf } from './search-state.ts'

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
