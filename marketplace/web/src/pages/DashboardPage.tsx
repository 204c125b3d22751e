import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { useAuth } from '../features/auth/AuthProvider.tsx'
import { DashboardNav } from '../features/dashboard/DashboardNav.tsx'
import { DeleteAccount } from '../features/dashboard/DeleteAccount.tsx'
import { ListingsPanel } from '../features/dashboard/ListingsPanel.tsx'
import { Overview } from '../features/dashboard/Overview.tsx'
import { useDashboard } from '../features/dashboard/queries.ts'
import { SettingsTab } from '../features/dashboard/SettingsTab.tsx'
import { TAB_LABEL, tabOf } from '../features/dashboard/tabs.ts'
import { favouritesQuery } from '../features/listings/favourites.ts'
import { t } from '../i18n/t.ts'
import { usePageTitle } from '../ui/page-title.ts'
import { PageSpinner } from '../ui/Spinner.tsx'

// Tabs of their own weight come when they are opened; the form library and the schema with the profile.
const SavedTab = lazy(async () => ({ default: (await import('../features/saved/SavedTab.tsx')).SavedTab }))
const SearchesTab = lazy(async () => ({ default: (await import('../features/searches/SearchesTab.tsx')).SearchesTab }))
const OffersTab = lazy(async () => ({ default: (await import('../features/offers/OffersTab.tsx')).OffersTab }))
const OffersPanel = lazy(async () => ({ default: (await import('../features/offers/OffersPanel.tsx')).OffersPanel }))
const ReviewsTab = lazy(async () => ({ default: (await import('../features/offers/ReviewsTab.tsx')).ReviewsTab }))
const NotificationsTab = lazy(async () => ({
  default: (await import('../features/notifications/NotificationsTab.tsx')).NotificationsTab,
}))
const ReportsTab = lazy(async () => ({ default: (await import('../features/reports/ReportsTab.tsx')).ReportsTab }))
const SecurityTab = lazy(async () => ({
  default: (await import('../features/security/SecurityTab.tsx')).SecurityTab,
}))
const BlockedPeople = lazy(async () => ({
  default: (await import('../features/trust/BlockedPeople.tsx')).BlockedPeople,
}))
const ReceiptsSetting = lazy(async () => ({
  default: (await import('../features/messages/ReceiptsSetting.tsx')).ReceiptsSetting,
}))
const ReportThis = lazy(async () => ({ default: (await import('../features/trust/ReportThis.tsx')).ReportThis }))
const TraderForm = lazy(async () => ({ default: (await import('../features/trader/TraderForm.tsx')).TraderForm }))
const ProfileTab = lazy(async () => ({ default: (await import('../features/dashboard/ProfileTab.tsx')).ProfileTab }))

/** What was saved before the sign-in comes into the account first, and is among what is shown. */
function Saved({ userId }: { userId: string }) {
  const hearts = useQuery(favouritesQuery(userId))
  return <SavedTab userId={userId} isReady={!hearts.isPending} />
}

/** One's own side of the market: /dashboard?tab=overview|listings|offers|reviews|saved|searches|notifications|profile|settings. */
export function DashboardPage() {
  const [search] = useSearchParams()
  const tab = tabOf(search.get('tab'))
  const { user, profile } = useAuth()
  const dashboard = useDashboard(user?.id ?? '')
  usePageTitle(tab === 'overview' ? t('Dashboard') : TAB_LABEL[tab])
  if (!user) return <PageSpinner />
  return (
    <div className="container-page grid grid-cols-[minmax(0,1fr)] gap-5 py-5 md:py-7 lg:grid-cols-[200px_minmax(0,1fr)] lg:gap-10">
      <DashboardNav tab={tab} dashboard={dashboard.data} />
      <main className="min-w-0">
        {tab === 'overview' ? (
          <Overview
            userId={user.id}
            firstName={profile?.first_name ?? ''}
            offers={
              <Suspense fallback={null}>
                <OffersPanel userId={user.id} />
              </Suspense>
            }
          />
        ) : null}
        {tab === 'listings' ? (
          <>
            <h1 className="type-h1 mb-5">{t('Listings')}</h1>
            <ListingsPanel userId={user.id} />
          </>
        ) : null}
        {tab === 'offers' ? (
          <Suspense fallback={<PageSpinner />}>
            <OffersTab userId={user.id} dealId={search.get('deal')} />
          </Suspense>
        ) : null}
        {tab === 'reviews' ? (
          <Suspense fallback={<PageSpinner />}>
            <ReviewsTab
              userId={user.id}
              reportOf={({ id, author_id, author }) =>
                author_id === null ? null : (
                  <ReportThis
                    label={t('Report this review')}
                    className="justify-self-start"
                    target={{
                      kind: 'review',
                      id,
                      personId: author_id,
                      personName: author?.display_name ?? t('its writer'),
                    }}
                    signedIn
                    onSignIn={() => undefined}
                  />
                )
              }
            />
          </Suspense>
        ) : null}
        {tab === 'saved' ? (
          <Suspense fallback={<PageSpinner />}>
            <Saved userId={user.id} />
          </Suspense>
        ) : null}
        {tab === 'searches' ? (
          <Suspense fallback={<PageSpinner />}>
            <SearchesTab userId={user.id} />
          </Suspense>
        ) : null}
        {tab === 'notifications' ? (
          <Suspense fallback={<PageSpinner />}>
            <NotificationsTab userId={user.id} />
          </Suspense>
        ) : null}
        {tab === 'profile' ? (
          <Suspense fallback={<PageSpinner />}>
            {profile ? <ProfileTab key={profile.id} profile={profile} /> : <PageSpinner />}
            {profile ? <TraderForm userId={profile.id} /> : null}
          </Suspense>
        ) : null}
        {tab === 'reports' ? (
          <Suspense fallback={<PageSpinner />}>
            <ReportsTab userId={user.id} />
          </Suspense>
        ) : null}
        {tab === 'security' ? (
          <Suspense fallback={<PageSpinner />}>
            <SecurityTab />
          </Suspense>
        ) : null}
        {tab === 'settings' ? (
          <div className="grid gap-8">
            <SettingsTab />
            <Suspense fallback={<PageSpinner />}>
              <div className="grid max-w-2xl gap-8">
                <ReceiptsSetting userId={user.id} />
              </div>
              <BlockedPeople userId={user.id} />
            </Suspense>
            <DeleteAccount />
          </div>
        ) : null}
      </main>
    </div>
  )
}
