import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../../../../contract/paths.ts'
import { inSmallLetters } from '../../../i18n/in-sentence.ts'
import { t } from '../../../i18n/t.ts'
import { ListingGrid } from '../ListingGrid.tsx'
import type { ListingDetail } from '../listing.ts'
import { categoriesQuery, similarQuery } from '../queries.ts'

/** Five ads like this one. Nothing when there are none: an empty shelf helps nobody. */
export function Similar({ listing, title = t('More like this') }: { listing: ListingDetail; title?: string }) {
  const similar = useQuery(similarQuery(listing.id))
  const { data: tree } = useQuery(categoriesQuery)
  const category = tree?.bySlug.get(listing.category)
  if (!similar.data || similar.data.length === 0) return null
  return (
    <section id="similar" aria-labelledby="similar-heading" className="mt-12 md:mt-16">
      <div className="mb-4 flex items-baseline justify-between gap-4">
        <h2 id="similar-heading" className="type-h2">
          {title}
        </h2>
        {category ? (
          <Link to={paths.category(category.slug)} className="font-semibold text-brand hover:text-brand-strong">
            {t('See all {name}', { name: inSmallLetters(category.name) })}
          </Link>
        ) : null}
      </div>
      <ListingGrid items={similar.data.slice(0, 5)} kind="wide" label={t('Similar ads')} />
    </section>
  )
}
