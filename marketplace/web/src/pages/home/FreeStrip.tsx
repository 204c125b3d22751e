import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../../../contract/paths.ts'
import { type ChosenPlace, nearOf } from '../../features/listings/chosen-place.ts'
import { ListingGrid } from '../../features/listings/ListingGrid.tsx'
import { freeListingsQuery } from '../../features/listings/queries.ts'
import { EMPTY_SEARCH, writeSearch } from '../../features/listings/search-state.ts'

/** Fewer than this would be a gap and no strip. */
const ENOUGH = 3

interface FreeStripProps {
  place: ChosenPlace | null
  /** What is above comes first. */
  ready: boolean
}

/** What is given away, near the chosen place. Nothing when there is next to nothing. */
export function FreeStrip({ place, ready }: FreeStripProps) {
  const near = nearOf(place)
  const radiusKm = place?.radiusKm ?? null
  const { data } = useQuery({ ...freeListingsQuery(near, radiusKm), enabled: ready })
  if (!data || data.items.length < ENOUGH) return null
  return (
    <section aria-labelledby="free" className="container-page mt-10 md:mt-16">
      <div className="mb-3 flex items-baseline justify-between gap-4 md:mb-5">
        <h2 id="free" className="type-h2">
          Free to a good home
        </h2>
        <Link
          to={`${paths.browse}?${writeSearch({ ...EMPTY_SEARCH, type: 'free', near, radiusKm })}`}
          className="font-semibold text-brand hover:text-brand-strong"
        >
          See all<span className="sr-only"> that is free</span>
        </Link>
      </div>
      <ListingGrid items={data.items} kind="wide" label="Free things" />
    </section>
  )
}
