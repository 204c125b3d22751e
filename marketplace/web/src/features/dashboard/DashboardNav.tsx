import {
  Bell,
  BellPlus,
  Flag,
  HandCoins,
  Heart,
  LayoutGrid,
  type LucideIcon,
  Settings,
  ShieldCheck,
  Star,
  Tag,
  User,
} from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { t } from '../../i18n/t.ts'
import { cx } from '../../ui/cx.ts'
import { formatCount } from '../../ui/format.ts'
import { Select } from '../../ui/Select.tsx'
import { TAB_LABEL, TABS, type Tab, tabOf, tabPath } from './tabs.ts'
import type { Dashboard } from './types.ts'

const ICONS: Record<Tab, LucideIcon> = {
  overview: LayoutGrid,
  listings: Tag,
  offers: HandCoins,
  saved: Heart,
  searches: BellPlus,
  reviews: Star,
  notifications: Bell,
  profile: User,
  reports: Flag,
  security: ShieldCheck,
  settings: Settings,
}

/** The parts of the dashboard: a list of links, on phones a select. */
export function DashboardNav({ tab, dashboard }: { tab: Tab; dashboard: Dashboard | undefined }) {
  const navigate = useNavigate()
  const countOf = (one: Tab) =>
    one === 'listings' ? dashboard?.listings.total : one === 'saved' ? dashboard?.favorites : undefined
  return (
    <nav aria-label={t('Dashboard')}>
      <Select
        aria-label={t('Part of the dashboard')}
        value={tab}
        onChange={(event) => navigate(tabPath(tabOf(event.target.value)))}
        wrapperClassName="lg:hidden"
        className="font-semibold"
      >
        {TABS.map((one) => (
          <option key={one} value={one}>
            {TAB_LABEL[one]}
          </option>
        ))}
      </Select>
      <ul className="sticky top-24 hidden gap-0.5 lg:grid">
        {TABS.map((one) => {
          const Icon = ICONS[one]
          const count = countOf(one)
          return (
            <li key={one}>
              <Link
                to={tabPath(one)}
                aria-current={one === tab ? 'page' : undefined}
                className={cx(
                  'flex h-11 items-center gap-3 rounded-control px-3 transition-colors',
                  one === tab ? 'bg-brand-soft font-semibold text-brand-ink' : 'text-ink-2 hover:bg-sunken',
                )}
              >
                <Icon aria-hidden="true" strokeWidth={1.75} className="size-5" />
                {TAB_LABEL[one]}
                {count ? <span className="type-small tnum ms-auto text-ink-3">{formatCount(count)}</span> : null}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
