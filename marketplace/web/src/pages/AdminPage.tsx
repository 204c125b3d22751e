import { ShieldX } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Navigate, useParams } from 'react-router'
import { ADMIN_TABS, paths } from '../../../contract/paths.ts'
import { AdminNav } from '../features/admin/AdminNav.tsx'
import { isStaff, TABS, tabsFor } from '../features/admin/tabs.ts'
import { useAuth } from '../features/auth/AuthProvider.tsx'
import { t } from '../i18n/t.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { PageSpinner } from '../ui/Spinner.tsx'

const NotFoundPage = lazy(async () => ({ default: (await import('./NotFoundPage.tsx')).NotFoundPage }))

/** /admin/:tab, for moderators and administrators. The database decides about every act again: this is only the way in. */
export function AdminPage() {
  const { tab: named } = useParams()
  const { profile } = useAuth()
  const tab = ADMIN_TABS.find((one) => one === named)
  const tabs = tabsFor(profile?.role)
  const isOpen = tab !== undefined && tabs.includes(tab)
  usePageTitle(isOpen ? TABS[tab].label : t('Administration'))

  if (!profile) return <PageSpinner />
  if (!isStaff(profile.role)) {
    return <Denied line={t('This part of the market is for its moderators and administrators.')} />
  }
  const [first] = tabs
  if (named === undefined && first) return <Navigate to={paths.adminTab(first)} replace />
  if (named !== undefined && !tab) {
    return (
      <Suspense fallback={<PageSpinner />}>
        <NotFoundPage />
      </Suspense>
    )
  }
  if (!isOpen) return <Denied line={t('Your role does not open this part. An administrator can.')} />
  const { Content } = TABS[tab]
  return (
    <div className="container-page grid grid-cols-[minmax(0,1fr)] gap-5 py-5 md:py-7 lg:grid-cols-[200px_minmax(0,1fr)] lg:gap-10">
      <AdminNav tab={tab} tabs={tabs} />
      <main className="min-w-0">
        <Suspense fallback={<PageSpinner />}>
          <Content />
        </Suspense>
      </main>
    </div>
  )
}

function Denied({ line }: { line: string }) {
  return (
    <main className="container-page py-16">
      <EmptyState
        as="h1"
        tone="clay"
        icon={<ShieldX aria-hidden="true" strokeWidth={1.75} />}
        title={t('This door is closed to you')}
        line={line}
        action={
          <>
            <LinkButton to={paths.home}>{t('Go home')}</LinkButton>
            <LinkButton to={paths.contact} variant="secondary">
              {t('Contact us')}
            </LinkButton>
          </>
        }
      />
    </main>
  )
}
