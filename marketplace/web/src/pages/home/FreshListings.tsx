import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../../../contract/paths.ts'
import { type ChosenPlace, nearOf } from '../../features/listings/chosen-place.ts'
import { formatTotal } from '../../features/listings/found-count.ts'
import { ListingGrid, ListingGridSkeleton } from '../../features/listings/ListingGrid.tsx'
import type { SearchPage } from '../../features/listings/listing.ts'
import { shortPlace } from '../../features/listings/PlaceSelect.tsx'
import { EMPTY_SEARCH, RADII_KM, writeSearch } from '../../features/listings/search-state.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Select } from '../../ui/Select.tsx'

const SHOWN = 10

interface FreshListingsProps {
  fresh: UseQueryResult<SearchPage>
  place: ChosenPlace | null
  onPlace: (place: ChosenPlace | null) => void
}

/** The newest ads: five across, twice. */
export function FreshListings({ fresh, place, onPlace }: FreshListingsProps) {
  const near = nearOf(place)
  const all = `${paths.browse}?${writeSearch({ ...EMPTY_SEARCH, near, radiusKm: place?.radiusKm ?? null })}`
  return (
    <section aria-labelledby="fresh" className="container-page mt-7 md:mt-14">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-4 gap-y-2 md:mb-5">
        <div>
          <h2 id="fresh" className="type-h2">
            {place ? 'Fresh near you' : 'Fresh on the stalls'}
          </h2>
          <p className="text-ink-2">
            {place
              ? `Within ${place.radiusKm} km${place.id ? ` of ${shortPlace(place.id)}` : ''}`
              : 'The newest ads, wherever they are'}
          </p>
        </div>
        <div className="flex items-center gap-2">
          {place ? (
            <Select
              size="s"
              aria-label="How far"
              value={place.radiusKm}
              onChange={(event) => onPlace({ ...place, radiusKm: Number(event.target.value) })}
              className="rounded-full!"
            >
              {RADII_KM.map((km) => (
                <option key={km} value={km}>
                  {km} km
                </option>
              ))}
            </Select>
          ) : null}
          <Link to={all} className="font-semibold text-brand md:hidden">
            See all
          </Link>
          <LinkButton to={all} variant="secondary" size="s" className="max-md:hidden!">
            See all {fresh.data ? formatTotal(fresh.data) : ''}
          </LinkButton>
        </div>
      </div>
      <FreshGrid fresh={fresh} place={place} onPlace={onPlace} />
    </section>
  )
}

function FreshGrid({ fresh, place, onPlace }: FreshListingsProps) {
  if (fresh.isPending) return <ListingGridSkeleton count={SHOWN} kind="wide" />
  if (fresh.isError) return <LoadFailed what="the newest ads" onRetry={() => void fresh.refetch()} />
  const items = fresh.data.items.slice(0, SHOWN)
  if (items.length > 0) return <ListingGrid items={items} kind="wide" label="The newest ads" eager={2} />
  if (!place) {
    return (
      <EmptyState
        title="The first stall is yours"
        line="Nothing is for sale yet. Three photos and a price, and the market is open."
        action={<LinkButton to={paths.post}>Post an ad</LinkButton>}
        as="h3"
      />
    )
  }
  return (
    <EmptyState
      title="Nothing here yet"
      line={`No ads within ${place.radiusKm} km of ${place.id || 'you'}.`}
      action={<Button onClick={() => onPlace(null)}>Look everywhere</Button>}
      as="h3"
    />
  )
}
