import { useQuery } from '@tanstack/react-query'
import { Gift } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../../../contract/paths.ts'
import { EMPTY_SEARCH, writeSearch } from '../../../../contract/search-state.ts'
import { type ChosenPlace, nearOf } from '../../features/listings/chosen-place.ts'
import { ListingGrid } from '../../features/listings/ListingGrid.tsx'
import { freeListingsQuery } from '../../features/listings/queries.ts'
import { t } from '../../i18n/t.ts'

/** As many as stand side by side. */
const SHOWN = 5

interface FreeStripProps {
  place: ChosenPlace | null
  /** What is above comes first. */
  ready: boolean
}

/** What is given away, near the chosen place, and an invitation where there is room. Nothing when there is nothing. */
export function FreeStrip({ place, ready }: FreeStripProps) {
  const near = nearOf(place)
  const radiusKm = place?.radiusKm ?? null
  const { data } = useQuery({ ...freeListingsQuery(near, radiusKm), enabled: ready })
  if (!data || data.items.length === 0) return null
  return (
    <section aria-labelledby="free" className="draw-near container-page mt-10 md:mt-16">
      <div className="mb-3 flex items-baseline justify-between gap-4 md:mb-5">
        <h2 id="free" className="type-h2">
          {t('Free to a good home')}
        </h2>
        <Link
          to={`${paths.browse}?${writeSearch({ ...EMPTY_SEARCH, type: 'free', near, radiusKm })}`}
          className="font-semibold text-brand hover:text-brand-strong"
        >
          {t('See all')} <span className="sr-only">{t('that is free')}</span>
        </Link>
      </div>
      <ListingGrid
        items={data.items}
        kind="wide"
        label={t('Free things')}
        last={data.items.length < SHOWN ? <GiveAway /> : null}
      />
    </section>
  )
}

function GiveAway() {
  return (
    <Link
      to={paths.post}
      className="grid aspect-square place-items-center rounded-photo border border-dashed border-line-strong p-4 text-center text-ink-2 hover:border-brand hover:text-brand"
    >
      <span className="grid justify-items-center gap-2">
        <Gift aria-hidden="true" strokeWidth={1.75} className="size-7" />
        <span className="font-semibold">{t('Give something away')}</span>
      </span>
    </Link>
  )
}
