import { useQuery } from '@tanstack/react-query'
import { Settings, ShieldX } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { ADMIN_TABS, type AdminTab, paths } from '../../../contract/paths.ts'
import { useQueue } from '../features/admin/queue/queries.ts'
import { isStaff, TABS, tabsFor } from '../features/admin/tabs.ts'
import { useAuth } from '../features/auth/AuthProvider.tsx'
import { casesQuery } from '../features/orders/disputes/queries.ts'
import { t } from '../i18n/t.ts'
import { Navigate, useParams } from '../lib/router.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { PageTabs, SectionNav } from '../ui/SectionNav.tsx'
import { PageSpinner } from '../ui/Spinner.tsx'
import { TooltipProvider } from '../ui/Tooltip.tsx'
import { LazyNotFound } from './LazyNotFound.tsx'

const DisputesTab = lazy(async () => ({
  default: (await import('../features/orders/disputes/DisputesTab.tsx')).DisputesTab,
}))

/** /admin/:tab, for moderators and administrators. Only the UI is restricted here: the database checks every action itself. */
export function AdminPage() {
  const { tab: named } = useParams()
  const { profile } = useAuth()
  const tab = ADMIN_TABS.find((one) => one === named)
  const tabs = tabsFor(profile?.role)
  const isOpen = tab !== undefined && tabs.includes(tab)
  const queue = useQueue(isStaff(profile?.role))
  const disputes = useQuery({ ...casesQuery, enabled: tabs.includes('disputes') })
  usePageTitle(isOpen ? TABS[tab].label : t('common.administration'))

  if (!profile) return <PageSpinner />
  if (!isStaff(profile.role)) {
    return <Denied line={t('admin.forModerators')} />
  }
  const [first] = tabs
  if (named === undefined && first) return <Navigate to={paths.adminTab(first)} replace />
  if (named !== undefined && !tab) return <LazyNotFound />
  if (!isOpen) return <Denied line={t('admin.roleMissing')} />
  const Content = TABS[tab].Content ?? DisputesTab
  return (
    <div className="container-page grid grid-cols-[minmax(0,1fr)] gap-5 py-5 md:py-7 lg:grid-cols-[176px_minmax(0,1fr)] lg:gap-8">
      <SectionNav
        label={t('common.administration')}
        selectLabel={t('admin.nav')}
        sections={sectionsFor(tabs, { queue: queue.data?.items.length, disputes: disputes.data?.length })}
        current={TABS[tab].icon ? paths.adminTab(tab) : settings}
      />
      <main className="min-w-0">
        {TABS[tab].icon ? null : (
          <PageTabs
            label={t('common.settings')}
            pages={tabs.flatMap((one) => (TABS[one].icon ? [] : { to: paths.adminTab(one), label: TABS[one].label }))}
            current={paths.adminTab(tab)}
          />
        )}
        <TooltipProvider>
          <Suspense fallback={<PageSpinner />}>
            <Content />
          </Suspense>
        </TooltipProvider>
      </main>
    </div>
  )
}

const settings = paths.adminTab('branding')

/** Navigation sections for these tabs; tabs without an icon are grouped under Settings. */
function sectionsFor(tabs: readonly AdminTab[], counts: Partial<Record<AdminTab, number | undefined>>) {
  const sections = tabs.flatMap((one) => {
    const { icon, label } = TABS[one]
    return icon ? { to: paths.adminTab(one), label, icon, count: counts[one] } : []
  })
  return tabs.includes('branding')
    ? [...sections, { to: settings, label: t('common.settings'), icon: Settings }]
    : sections
}

function Denied({ line }: { line: string }) {
  return (
    <main className="container-page py-16">
      <EmptyState
        as="h1"
        tone="clay"
        icon={<ShieldX aria-hidden="true" strokeWidth={1.75} />}
        title={t('admin.closed')}
        line={line}
        action={
          <>
            <LinkButton to={paths.home}>{t('app.goHome')}</LinkButton>
            <LinkButton to={paths.contact} variant="secondary">
              {t('admin.contactUs')}
            </LinkButton>
          </>
        }
      />
    </main>
  )
}
