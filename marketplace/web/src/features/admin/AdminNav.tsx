import { Link, useNavigate } from 'react-router'
import { type AdminTab, paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { cx } from '../../ui/cx.ts'
import { Select } from '../../ui/Select.tsx'
import { TABS } from './tabs.ts'

/** The parts of /admin that this person may open: a list of links, on phones a select. */
export function AdminNav({ tab, tabs }: { tab: AdminTab; tabs: readonly AdminTab[] }) {
  const navigate = useNavigate()
  return (
    <nav aria-label={t('Administration')}>
      <Select
        aria-label={t('Part of the administration')}
        value={tab}
        onChange={(event) => navigate(`${paths.admin}/${event.target.value}`)}
        wrapperClassName="lg:hidden"
        className="font-semibold"
      >
        {tabs.map((one) => (
          <option key={one} value={one}>
            {TABS[one].label}
          </option>
        ))}
      </Select>
      <ul className="sticky top-24 hidden gap-0.5 lg:grid">
        {tabs.map((one) => {
          const { icon: Icon, label } = TABS[one]
          return (
            <li key={one}>
              <Link
                to={paths.adminTab(one)}
                aria-current={one === tab ? 'page' : undefined}
                className={cx(
                  'flex h-11 items-center gap-3 rounded-control px-3 transition-colors',
                  one === tab ? 'bg-brand-soft font-semibold text-brand-ink' : 'text-ink-2 hover:bg-sunken',
                )}
              >
                <Icon aria-hidden="true" strokeWidth={1.75} className="size-5" />
                {label}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
