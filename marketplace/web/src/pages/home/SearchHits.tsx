import { useQuery } from '@tanstack/react-query'
import { paths } from '../../../../contract/paths.ts'
import { listingsByIdQuery } from '../../features/listings/queries.ts'
import { SmallAds } from '../../features/listings/RecentlyViewed.tsx'
import { freshHitsQuery } from '../../features/searches/queries.ts'
import type { FreshHit } from '../../features/searches/types.ts'
import { t } from '../../i18n/t.ts'
import { Link } from '../../lib/router.tsx'
import { chipLinkClass } from '../../ui/Chip.tsx'

const SHOWN = 4
/** More than are shown: some have been sold meanwhile, and several searches may match the same ad. */
const ASKED = 20

/** Recent matches of the user's saved searches, with links to those searches. Renders nothing if there are none. */
export function SearchHits({ userId }: { userId: string }) {
  const { data: hits = [] } = useQuery(freshHitsQuery(userId, ASKED))
  const ids = [...new Set(hits.map(({ listing_id }) => listing_id))]
  const { data: found = [] } = useQuery(listingsByIdQuery(ids))
  const items = ids.flatMap((id) => found.find((item) => item.id === id) ?? []).slice(0, SHOWN)
  if (items.length === 0) return null
  const shown = new Set(items.map(({ id }) => id))
  return (
    <section aria-labelledby="search-hits" className="container-page mt-8 md:mt-10">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="search-hits" className="type-h2">
          {t('common.newForSearches')}
        </h2>
        <p className="scrollbar-none flex min-w-0 gap-2 max-md:-mx-4 max-md:overflow-x-auto max-md:px-4">
          {searchesOf(hits.filter(({ listing_id }) => shown.has(listing_id))).map(({ id, name, address }) => (
            <Link key={id} to={`${paths.browse}?${address}`} className={chipLinkClass}>
              {name}
            </Link>
          ))}
        </p>
      </div>
      <SmallAds items={items} label={t('common.newForSearches')} />
    </section>
  )
}

function searchesOf(hits: readonly FreshHit[]): FreshHit['search'][] {
  return [...new Map(hits.map(({ search }) => [search.id, search])).values()].slice(0, 4)
}
