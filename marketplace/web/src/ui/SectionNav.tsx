import type { LucideIcon } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { chipLinkClass } from './Chip.tsx'
import { cx } from './cx.ts'
import { formatCount } from './format.ts'
import { Select } from './Select.tsx'

interface Page {
  to: string
  label: string
}

interface SectionNavProps {
  label: string
  /** Names the select that stands for the links on phones. */
  selectLabel: string
  sections: readonly (Page & { icon: LucideIcon; count?: number | undefined })[]
  /** The address of the section that is open. */
  current: string
}

/** The sections of a page: a list of links, on phones a select. */
export function SectionNav({ label, selectLabel, sections, current }: SectionNavProps) {
  const navigate = useNavigate()
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

/** The pages of one section, each at an address of its own. */
export function PageChips({ label, pages, current }: { label: string; pages: readonly Page[]; current: string }) {
  return (
    <nav aria-label={label} className="scrollbar-none -mx-4 mb-6 flex gap-2 overflow-x-auto px-4 py-1 md:mx-0 md:px-0">
      {pages.map((page) => (
        <Link
          key={page.to}
          to={page.to}
          aria-current={page.to === current ? 'page' : undefined}
          className={cx(chipLinkClass, 'aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-paper')}
        >
          {page.label}
        </Link>
      ))}
    </nav>
  )
}
