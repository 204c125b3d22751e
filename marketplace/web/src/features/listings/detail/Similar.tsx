import { useQuery } from '@tanstack/react-query'
import { paths } from '../../../../../contract/paths.ts'
import { inSmallLetters } from '../../../i18n/in-sentence.ts'
import { t } from '../../../i18n/t.ts'
import { Link } from '../../../lib/router.tsx'
import { ListingGrid } from '../ListingGrid.tsx'
import type { ListingDetail } from '../listing.ts'
import { categoriesQuery } from '../queries.ts'
import { similarQuery } from './queries.ts'

/** In two columns, show four. */
const WHOLE_ROWS = 'max-sm:[&>:nth-child(n+5)]:hidden'

interface SimilarProps {
  listing: ListingDetail
  title?: string
  count?: number
  /** How many photos load eagerly. */
  eager?: number
}

/** A row or two of similar ads. Renders nothing when there are none. */
export function Similar({ listing, title = t('listing.moreLikeThis'), count = 5, eager }: SimilarProps) {
  const similar = useQuery(similarQuery(listing.id, count))
  const { data: tree } = useQuery(categoriesQuery)
  const category = tree?.bySlug.get(listing.category)
  if (!similar.data?.length) return null
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
      <ListingGrid
        items={similar.data}
        kind="wide"
        eager={eager}
        label={t('listing.similarAds')}
        className={count === 5 ? WHOLE_ROWS : undefined}
      />
    </section>
  )
}
