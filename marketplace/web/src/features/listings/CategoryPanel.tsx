import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { Arch, ArchImage } from '../../ui/ArchImage.tsx'
import { AdCount } from './AdCount.tsx'
import { CategoryIcon } from './CategoryIcon.tsx'
import type { CategoryTree, CategoryPanel as Panel } from './categories.ts'
import type { ListingItem } from './listing.ts'

const SHOWN = 3

interface CategoryPanelProps {
  panel: Panel
  tree: CategoryTree
  /** Ads on offer per category with everything below it; undefined while unknown. */
  counts: ReadonlyMap<string, number> | undefined
  /** Where the picture comes from: the newest of these that belongs here. */
  items: readonly ListingItem[]
  /** Every fitting subcategory shows while somebody looks for one. */
  searching: boolean
}

/** A top category: its arch, how much it holds, and its fullest subcategories. */
export function CategoryPanel({ panel, tree, counts, items, searching }: CategoryPanelProps) {
  const [open, setOpen] = useState(false)
  const { category, children } = panel
  const count = (slug: string) => counts?.get(slug) ?? 0
  const fullest = [...children].sort((a, b) => count(b.slug) - count(a.slug) || a.sort - b.sort).slice(0, SHOWN)
  // A whole list is looked through by its names; a short one shows where the most is.
  const shown = open || searching ? [...children].sort((a, b) => a.name.localeCompare(b.name)) : fullest
  const photo = items.find(
    (item) => item.cover && item.type !== 'wanted' && tree.pathTo(item.category)[0]?.slug === category.slug,
  )
  return (
    <li className="panel grid grid-cols-[100px_minmax(0,1fr)] gap-x-4 p-4.5">
      <Link to={paths.category(category.slug)} tabIndex={-1} aria-hidden="true" className="self-start">
        {photo ? (
          <ArchImage path={photo.cover?.path} alt="" sizes="100px" />
        ) : (
          <Arch className="grid place-items-center bg-sunken text-brand">
            <CategoryIcon slug={category.slug} className="size-9" />
          </Arch>
        )}
      </Link>
      <div className="min-w-0">
        <h2>
          <Link
            to={paths.category(category.slug)}
            className="font-display text-[19px]/6 font-[640] tracking-[-0.02em] hover:text-brand"
          >
            {category.name}
          </Link>
        </h2>
        <p className="type-micro tnum mb-1 min-h-4 text-ink-3">
          {counts ? t('{count, plural, one {# ad} other {# ads}}', { count: count(category.slug) }) : null}
        </p>
        <ul>
          {shown.map((child) => (
            <li key={child.slug}>
              <Link
                to={paths.category(child.slug)}
                className="flex min-h-11 items-center justify-between gap-2 text-ink-2 hover:text-brand md:min-h-6.5"
              >
                <span className="truncate">{child.name}</span>
                {counts ? <AdCount count={count(child.slug)} className="type-micro" /> : null}
              </Link>
            </li>
          ))}
        </ul>
        {children.length > SHOWN && !searching ? (
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="type-small min-h-11 font-semibold text-brand md:min-h-7"
          >
            {open ? t('Show fewer') : t('{number} more', { number: children.length - SHOWN })}
            <span className="sr-only"> {t('in {name}', { name: category.name })}</span>
          </button>
        ) : null}
      </div>
    </li>
  )
}
