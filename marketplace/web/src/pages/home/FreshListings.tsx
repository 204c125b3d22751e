import type { UseQueryResult } from '@tanstack/react-query'
import { paths } from '../../../../contract/paths.ts'
import { EMPTY_SEARCH, RADII_KM, writeSearch } from '../../../../contract/search/search-state.ts'
import { type ChosenPlace, nearOf } from '../../features/listings/chosen-place.ts'
import { formatTotal } from '../../features/listings/found-count.ts'
import { ListingGrid, ListingGridSkeleton } from '../../features/listings/ListingGrid.tsx'
import type { SearchPage } from '../../features/listings/listing.ts'
import { shortPlace } from '../../features/listings/place-words.ts'
import { t } from '../../i18n/t.ts'
import { Link } from '../../lib/router.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'

const SHOWN = 10

interface FreshListingsProps {
  fresh: UseQueryResult<SearchPage>
  place: ChosenPlace | null
  onPlace: (place: ChosenPlace | null) => void
  className?: string
}

/** The newest ads, in two rows of five. */
export function FreshListings({
  fresh,
  place,
  onPlace,
  className = 'container-page mt-7 md:mt-9',
}: FreshListingsProps) {
  const near = nearOf(place)
  const all = `${paths.browse}?${writeSearch({ ...EMPTY_SEARCH, near, radiusKm: place?.radiusKm ?? null })}`
  if (!place && fresh.data?.total === 0) {
    return (
      <section className={className}>
        <EmptyState
          title={t('home.noAds.title')}
          line={t('home.noAds.hint')}
          action={<LinkButton to={paths.post}>{t('app.postAnAd')}</LinkButton>}
        />
      </section>
    )
  }
  return (
    <section aria-labelledby="fresh" className={className}>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2 md:mb-5">
        <h2 id="fresh" className="type-h2">
          {place
            ? place.id
              ? t('home.nearPlace', { place: shortPlace(place.id) })
              : t('ads.nearMe')
            : t('home.newestEverywhere')}
        </h2>
        <Link to={all} className="font-semibold text-brand hover:text-brand-strong">
          {fresh.data ? t('app.seeAllCount', { count: formatTotal(fresh.data) }) : t('home.seeAll')}
        </Link>
      </div>
      <FreshGrid fresh={fresh} place={place} onPlace={onPlace} />
    </section>
  )
}

function FreshGrid({ fresh, place, onPlace }: FreshListingsProps) {
  if (fresh.isPending) return <ListingGridSkeleton count={SHOWN} kind="wide" />
  if (fresh.isLoadingError) return <LoadFailed onRetry={() => void fresh.refetch()} />
  const items = fresh.data.items.filter(({ state }) => state === 'active').slice(0, SHOWN)
  if (items.length > 0) return <ListingGrid items={items} kind="wide" label={t('home.theNewestAds')} eager={2} />
  return place ? <NoneNear place={place} onPlace={onPlace} /> : null
}

/** Offers to widen the radius by one step, or to look everywhere. */
function NoneNear({ place, onPlace }: { place: ChosenPlace; onPlace: FreshListingsProps['onPlace'] }) {
  const { id, radiusKm: km } = place
  const wider = RADII_KM.find((radius) => km !== null && radius > km)
  return (
    <EmptyState
      title={
        km === null
          ? t('home.nothingHereYet')
          : id
            ? t('home.fresh.noneNearPlace', { km, place: id })
            : t('home.fresh.noneNearYou', { km })
      }
      action={
        <>
          {wider ? (
            <Button onClick={() => onPlace({ ...place, radiusKm: wider })}>
              {t('home.fresh.within', { km: wider })}
            </Button>
          ) : null}
          <Button variant="secondary" onClick={() => onPlace(null)}>
            {t('home.lookEverywhere')}
          </Button>
        </>
      }
      as="h3"
    />
  )
}
