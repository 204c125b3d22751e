import { useQuery } from '@tanstack/react-query'
import { choosePlace, nearOf, useChosenPlace } from '../../features/listings/chosen-place.ts'
import { freshListingsQuery } from '../../features/listings/queries.ts'
import { FreshListings } from './FreshListings.tsx'

/** The newest ads near the place chosen in this browser. */
export function Nearby() {
  const place = useChosenPlace()
  const fresh = useQuery(freshListingsQuery(nearOf(place), place?.radiusKm ?? null))
  return <FreshListings fresh={fresh} place={place} onPlace={choosePlace} className="mt-3 md:mt-6" />
}
