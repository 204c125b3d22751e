import { ChevronDown } from 'lucide-react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { Link } from '../../lib/router.tsx'
import { cx } from '../../ui/cx.ts'
import { AdCount } from './AdCount.tsx'
import { CategoryIcon } from './CategoryIcon.tsx'
import type { CategoryPanelProps } from './CategoryPanel.tsx'

const LINK = 'flex min-h-11 items-center justify-between gap-3'

/** A top category on a phone: a row that opens to its subcategories; one is open at a time, also without scripts. */
export function CategoryRow({ panel: { category, children }, counts, searching }: CategoryPanelProps) {
  const count = counts?.get(category.slug)
  return (
    <details
      name={searching ? undefined : 'category'}
      open={searching || undefined}
      className="group border-b border-line"
    >
      <summary className="flex min-h-13 cursor-pointer list-none items-center gap-4">
        <CategoryIcon slug={category.slug} className="size-6 shrink-0 text-ink-2 group-open:text-brand" />
        <h2 className="min-w-0 flex-1 hyphens-auto group-open:font-semibold">{category.name}</h2>
        <ChevronDown
          aria-hidden="true"
          strokeWidth={1.75}
          className="size-5 shrink-0 text-ink-2 transition-transform group-open:rotate-180"
        />
      </summary>
      <ul className="border-t border-line py-2 ps-10">
        <li>
          <Link to={paths.category(category.slug)} className={cx(LINK, 'font-semibold text-brand')}>
            {count === undefined ? category.name : t('app.seeAllCount', { count: String(count) })}
          </Link>
        </li>
        {children.map(({ slug, name }) => (
          <li key={slug}>
            <Link to={paths.category(slug)} className={LINK}>
              <span className="min-w-0 hyphens-auto [overflow-wrap:anywhere]">{name}</span>
              {counts ? <AdCount count={counts.get(slug) ?? 0} className="type-small" /> : null}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}
