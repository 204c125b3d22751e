import { useState } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { Link } from '../../lib/router.tsx'
import { ArchImage } from '../../ui/ArchImage.tsx'
import { AdCount } from './AdCount.tsx'
import { CategoryIcon } from './CategoryIcon.tsx'
import type { CategoryPanel as Panel } from './find-categories.ts'

const SHOWN = 3

export interface CategoryPanelProps {
  panel: Panel
  /** Active ads per category including subcategories; undefined while unknown. */
  counts: ReadonlyMap<string, number> | undefined
  /** While searching, all matching subcategories are shown. */
  searching: boolean
}

/** A top category on wider screens: its arch, its number of ads, and its largest subcategories. */
export function CategoryPanel({ panel, counts, searching }: CategoryPanelProps) {
  const [open, setOpen] = useState(false)
  const { category, children } = panel
  const count = (slug: string) => counts?.get(slug) ?? 0
  const fullest = children
    .filter(({ slug }) => !counts || count(slug) > 0)
    .sort((a, b) => count(b.slug) - count(a.slug) || a.sort - b.sort)
    .slice(0, SHOWN)
  // A full list is sorted by name; a short one by number of ads.
  const shown = open || searching ? [...children].sort((a, b) => a.name.localeCompare(b.name)) : fullest
  return (
    <div className="panel grid h-full grid-cols-[100px_minmax(0,1fr)] gap-x-4 p-4.5">
      <Link to={paths.category(category.slug)} tabIndex={-1} aria-hidden="true" className="self-start">
        <ArchImage name={category.slug} className="grid place-items-center bg-sunken text-brand">
          <CategoryIcon slug={category.slug} className="size-9" />
        </ArchImage>
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
          {counts ? t('common.ads', { count: count(category.slug) }) : null}
        </p>
        <ul>
          {shown.map((child) => (
            <li key={child.slug}>
              <Link
                to={paths.category(child.slug)}
                className="flex min-h-11 items-center justify-between gap-2 text-ink-2 hover:text-brand md:min-h-6.5"
              >
                <span className="min-w-0 hyphens-auto [overflow-wrap:anywhere]">{child.name}</span>
                {counts ? <AdCount count={count(child.slug)} className="type-micro" /> : null}
              </Link>
            </li>
          ))}
        </ul>
        {children.length > fullest.length && !searching ? (
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="type-small hit-44 min-h-7 text-start font-semibold text-brand"
          >
            {open ? t('browse.showFewer') : t('browse.moreCount', { number: children.length - fullest.length })}
          </button>
        ) : null}
      </div>
    </div>
  )
}
