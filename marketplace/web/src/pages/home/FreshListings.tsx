import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../../../contract/paths.ts'
import { EMPTY_SEARCH, RADII_KM, writeSearch } from '../../../../contract/search-state.ts'
import { type ChosenPlace, nearOf } from '../../features/listings/chosen-place.ts'
import { formatTotal } from '../../features/listings/found-count.ts'
import { ListingGrid, ListingGridSkeleton } from '../../features/listings/ListingGrid.tsx'
import type { SearchPage } from '../../features/listings/listing.ts'
import { shortPlace } from '../../features/listings/PlaceSelect.tsx'
import { t } from '../../i18n/t.ts'
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
            {place ? t('Fresh near you') : t('Fresh on the stalls')}
          </h2>
          <p className="text-ink-2">
            {place
              ? place.id
                ? t('Within {km} km of {place}', { km: place.radiusKm, place: shortPlace(place.id) })
                : t('Within {km} km', { km: place.radiusKm })
              : t('The newest ads, wherever they are')}
          </p>
        </div>
        <div className="flex items-center gap-2">
          {place ? (
            <Select
              size="s"
              aria-label={t('How far')}
              value={place.radiusKm}
              onChange={(event) => onPlace({ ...place, radiusKm: Number(event.target.value) })}
              className="rounded-full!"
            >
              {RADII_KM.map((km) => (
                <option key={km} value={km}>
                  {t('{km} km', { km })}
                </option>
              ))}
            </Select>
          ) : null}
          <Link to={all} className="font-semibold text-brand md:hidden">
            {t('See all')}
          </Link>
          <LinkButton to={all} variant="secondary" size="s" className="max-md:hidden!">
            {fresh.data ? t('See all {count}', { count: formatTotal(fresh.data) }) : t('See all')}
          </LinkButton>
        </div>
      </div>
      <FreshGrid fresh={fresh} place={place} onPlace={onPlace} />
    </section>
  )
}

function FreshGrid({ fresh, place, onPlace }: FreshListingsProps) {
  if (fresh.isPending) return <ListingGridSkeleton count={SHOWN} kind="wide" />
  if (fresh.isError) return <LoadFailed what={t('the newest ads')} onRetry={() => void fresh.refetch()} />
  const items = fresh.data.items.slice(0, SHOWN)
  if (items.length > 0) return <ListingGrid items={items} kind="wide" label={t('The newest ads')} eager={2} />
  if (!place) {
    return (
      <EmptyState
        title={t('The first stall is yours')}
        line={t('Nothing is for sale yet. Three photos and a price, and the market is open.')}
        action={<LinkButton to={paths.post}>{t('Post an ad')}</LinkButton>}
        as="h3"
      />
    )
  }
  return (
    <EmptyState
      title={t('Nothing here yet')}
      line={
        place.id
          ? t('No ads within {km} km of {place}.', { km: place.radiusKm, place: place.id })
          : t('No ads within {km} km of you.', { km: place.radiusKm })
      }
      action={<Button onClick={() => onPlace(null)}>{t('Look everywhere')}</Button>}
      as="h3"
    />
  )
}
