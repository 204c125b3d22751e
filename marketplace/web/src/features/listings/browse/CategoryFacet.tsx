import { useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { Link } from '../../../lib/router.tsx'
import { cx } from '../../../ui/cx.ts'
import { navigateBeneath } from '../../../ui/use-back-closes.ts'
import { AdCount } from '../AdCount.tsx'
import { type CategoryTree, rollUpCounts } from '../categories.ts'
import type { Category, Facets } from '../listing.ts'

const SHOWN = 8

interface CategoryFacetProps {
  tree: CategoryTree
  chosen: string | null
  facets: Facets | null
  linkTo: (category: string | null) => string
}

/** The path to the chosen category and its subcategories, with counts under the other filters. */
export function CategoryFacet({ tree, chosen, facets, linkTo }: CategoryFacetProps) {
  const [all, setAll] = useState(false)
  const counts = rollUpCounts(tree, facets?.category ?? [])
  const path = chosen ? tree.pathTo(chosen) : []
  const last = path[path.length - 1]
  // A leaf has no subcategories: show its siblings.
  const parent = last && tree.childrenOf(last.slug).length === 0 ? last.parent : (last?.slug ?? null)
  const above = path.filter((category) => category.slug !== last?.slug || parent === last.slug)
  const below = rank(tree.childrenOf(parent), counts, chosen).filter(
    ({ slug }) => !facets || slug === chosen || counts.get(slug),
  )
  const shown = all ? below : below.slice(0, SHOWN)

  return (
    <nav aria-label={t('shell.categories')}>
      <ul>
        {path.length > 0 ? (
          <li>
            <FacetLink to={linkTo(null)} name={t('app.allCategories')} quiet />
          </li>
        ) : null}
        {above.map((category) => (
          <li key={category.slug}>
            <FacetLink to={linkTo(category.slug)} name={category.name} current={category.slug === chosen} />
          </li>
        ))}
      </ul>
      <ul className={cx(path.length > 0 && 'ms-0.5 border-s border-line ps-3.5')}>
        {shown.map((category) => (
          <li key={category.slug}>
            <FacetLink
              to={linkTo(category.slug)}
              name={category.name}
              current={category.slug === chosen}
              count={facets ? (counts.get(category.slug) ?? 0) : undefined}
            />
          </li>
        ))}
      </ul>
      {below.length > SHOWN ? (
        <button
          type="button"
          onClick={() => setAll(!all)}
          className="hit-44 type-small mt-1.5 font-semibold text-brand"
        >
          {all ? t('browse.showFewer') : t('browse.showMoreValues', { number: below.length - SHOWN })}
        </button>
      ) : null}
    </nav>
  )
}

/** By number of ads; the chosen one is never hidden behind "more". */
function rank(categories: readonly Category[], counts: ReadonlyMap<string, number>, chosen: string | null): Category[] {
  const weight = ({ slug }: Category) => (slug === chosen ? Number.POSITIVE_INFINITY : (counts.get(slug) ?? 0))
  return [...categories].sort((a, b) => {
    const difference = weight(b) - weight(a)
    return Number.isNaN(difference) ? 0 : difference || a.sort - b.sort
  })
}

function FacetLink(props: { to: string; name: string; count?: number; current?: boolean; quiet?: boolean }) {
  const { to, name, count, current, quiet } = props
  return (
    <Link
      to={to}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        navigateBeneath(to)
      }}
      aria-current={current ? 'true' : undefined}
      className={cx(
        'flex min-h-11 items-center justify-between gap-3 rounded-badge hover:text-brand md:min-h-8.5',
        current && 'font-semibold',
        quiet && 'type-small text-ink-3',
      )}
    >
      {name}
      {count === undefined ? null : <AdCount count={count} className="type-small" />}
    </Link>
  )
}
