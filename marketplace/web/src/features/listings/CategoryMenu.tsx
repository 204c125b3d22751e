import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { Link } from '../../lib/router.tsx'
import { cx } from '../../ui/cx.ts'
import { AdCount } from './AdCount.tsx'
import { CategoryIcon } from './CategoryIcon.tsx'
import { rollUpCounts } from './categories.ts'
import { categoriesQuery, categoryCountsQuery } from './queries.ts'

/** All categories: the top ones, and next to them the subcategories of the hovered or focused one. */
export function CategoryMenu({ onChosen }: { onChosen: () => void }) {
  const { data: tree } = useQuery(categoriesQuery)
  const { data: counted } = useQuery(categoryCountsQuery)
  const [shown, setShown] = useState<string | null>(null)
  if (!tree || !counted) return null
  const counts = rollUpCounts(tree, counted)
  const current = tree.bySlug.get(shown ?? '') ?? tree.top[0]
  if (!current) return null
  return (
    // Following a link closes the menu.
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click, too
    <nav
      aria-label={t('shell.categories')}
      onClick={onChosen}
      className="grid w-176 grid-cols-[18.5rem_1fr] rounded-panel border border-line bg-surface shadow-3"
    >
      <ul className="max-h-[80vh] overflow-y-auto border-e border-line p-2">
        {tree.top.map(({ slug, name }) => (
          <li key={slug}>
            <Link
              to={paths.category(slug)}
              onMouseEnter={() => setShown(slug)}
              onFocus={() => setShown(slug)}
              className={cx(
                'flex min-h-10 items-center gap-3 rounded-control px-3',
                slug === current.slug ? 'bg-brand-soft font-semibold text-brand-ink' : 'text-ink-2',
              )}
            >
              <CategoryIcon slug={slug} className="size-5 shrink-0" />
              <span className="min-w-0 flex-1 leading-5">{name}</span>
              {slug === current.slug ? (
                <ChevronRight aria-hidden="true" strokeWidth={1.75} className="size-4 shrink-0" />
              ) : null}
            </Link>
          </li>
        ))}
      </ul>
      <div className="max-h-[80vh] overflow-y-auto p-5">
        <p className="mb-1 flex items-baseline justify-between gap-4">
          <span className="type-h3">{current.name}</span>
          <Link to={paths.category(current.slug)} className="hit-44 type-small shrink-0 font-semibold text-brand">
            {t('app.seeAllCount', { count: String(counts.get(current.slug) ?? 0) })}
          </Link>
        </p>
        <ul>
          {tree.childrenOf(current.slug).map(({ slug, name }) => {
            const count = counts.get(slug) ?? 0
            return (
              <li key={slug}>
                <Link
                  to={paths.category(slug)}
                  className={cx(
                    'flex min-h-9.5 items-center justify-between gap-4 hover:text-brand',
                    count === 0 && 'text-ink-3',
                  )}
                >
                  {name}
                  <AdCount count={count} className="type-small" />
                </Link>
              </li>
            )
          })}
        </ul>
      </div>
    </nav>
  )
}
