import { useQuery } from '@tanstack/react-query'
import { paths } from '../../../../../contract/paths.ts'
import { inSmallLetters } from '../../../i18n/in-sentence.ts'
import { t } from '../../../i18n/t.ts'
import { Link } from '../../../lib/router.tsx'
import { ListingGrid, ListingGridSkeleton } from '../ListingGrid.tsx'
import type { ListingDetail } from '../listing.ts'
import { categoriesQuery } from '../queries.ts'
import { similarQuery } from './queries.ts'

const SHOWN = 5
/** In two columns, show four. */
const WHOLE_ROWS = 'max-sm:[&>:nth-child(n+5)]:hidden'

interface SimilarProps {
  listing: ListingDetail
  title?: string
  /** Reserves space while loading, for content that follows below. */
  holdsPlace?: boolean
}

/** Five similar ads. Renders nothing when there are none. */
export function Similar({ listing, title = t('listing.moreLikeThis'), holdsPlace = false }: SimilarProps) {
  const similar = useQuery(similarQuery(listing.id))
  const { data: tree } = useQuery(categoriesQuery)
  const category = tree?.bySlug.get(listing.category)
  if (!(similar.isPending && holdsPlace) && !similar.data?.length) return null
  return (
    <section id="similar" aria-labelledby="similar-heading" className="mt-12 md:mt-16">
      <div className="mb-4 flex items-baseline justify-between gap-4">
        <h2 id="similar-heading" className="type-h2">
          {title}
        </h2>
        {category ? (
          <Link to={paths.category(category.slug)} className="font-semibold text-brand hover:text-brand-strong">
            {t('listing.gone.seeAll', { name: inSmallLetters(category.name) })}
          </Link>
        ) : null}
      </div>
      {similar.data ? (
        <ListingGrid
          items={similar.data.slice(0, SHOWN)}
          kind="wide"
          label={t('listing.similarAds')}
          className={WHOLE_ROWS}
        />
      ) : (
        <ListingGridSkeleton count={SHOWN} kind="wide" className={WHOLE_ROWS} />
      )}
    </section>
  )
}
