import type { LucideIcon } from 'lucide-react'
import { Link, navigate } from '../lib/router.tsx'
import { cx } from './cx.ts'
import { formatCount } from './format.ts'
import { Select } from './Select.tsx'

interface Page {
  to: string
  label: string
}

interface SectionNavProps {
  label: string
  /** Accessible name of the select that replaces the links on phones. */
  selectLabel: string
  sections: readonly (Page & { icon: LucideIcon; count?: number | undefined })[]
  /** The path of the current section. */
  current: string
}

/** The sections of a page: a list of links, on phones a select. */
export function SectionNav({ label, selectLabel, sections, current }: SectionNavProps) {
  return (
    <nav aria-label={label}>
      <Select
        aria-label={selectLabel}
        value={current}
        onChange={(event) => navigate(event.target.value)}
        wrapperClassName="lg:hidden"
        className="font-semibold"
      >
        {sections.map((section) => (
          <option key={section.to} value={section.to}>
            {section.label}
          </option>
        ))}
      </Select>
      <ul className="sticky top-[calc(96px+var(--banner))] hidden gap-0.5 lg:grid">
        {sections.map(({ to, label: name, icon: Icon, count }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={to === current ? 'page' : undefined}
              className={cx(
                'flex h-11 items-center gap-3 rounded-control px-3 transition-colors',
                to === current ? 'bg-brand-soft font-semibold text-brand-ink' : 'text-ink-2 hover:bg-sunken',
              )}
            >
              <Icon aria-hidden="true" strokeWidth={1.75} className="size-5" />
              {name}
              {count ? <span className="type-small tnum ms-auto text-ink-3">{formatCount(count)}</span> : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The pages of one section, each with its own URL. */
export function PageTabs({ label, pages, current }: { label: string; pages: readonly Page[]; current: string }) {
  return (
    <nav
      aria-label={label}
      className="scrollbar-none -mx-4 mb-6 flex gap-5 overflow-x-auto border-b border-line px-4 sm:gap-6 md:mx-0 md:px-0"
    >
      {pages.map((page) => (
        <Link
          key={page.to}
          to={page.to}
          aria-current={page.to === current ? 'page' : undefined}
          className="-mb-px inline-flex h-11 shrink-0 items-center whitespace-nowrap border-b-2 border-transparent text-ink-2 transition-colors hover:text-ink aria-[current]:border-brand aria-[current]:font-semibold aria-[current]:text-ink"
        >
          {page.label}
        </Link>
      ))}
    </nav>
  )
}
