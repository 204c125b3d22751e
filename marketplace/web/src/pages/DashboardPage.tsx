import { useQuery } from '@tanstack/react-query'
import { Handshake, Heart, LayoutGrid, type LucideIcon, Settings, Tag, Wallet } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useAuth } from '../features/auth/AuthProvider.tsx'
import type { Profile } from '../features/auth/auth-state.ts'
import { RequireAuth } from '../features/auth/RequireAuth.tsx'
import { BundleSetting } from '../features/dashboard/BundleSetting.tsx'
import { ListingsPanel } from '../features/dashboard/ListingsPanel.tsx'
import { Overview } from '../features/dashboard/Overview.tsx'
import { useDashboard } from '../features/dashboard/queries.ts'
import { SettingsTab } from '../features/dashboard/SettingsTab.tsx'
import {
  ALL_SECTIONS,
  MOVED,
  pageOf,
  SECTIONS,
  type Section,
  sectionOf,
  TAB_LABEL,
  type Tab,
  tabOf,
  tabPath,
} from '../features/dashboard/tabs.ts'
import { favoritesQuery } from '../features/listings/favorites.ts'
import { useWaiting } from '../features/offers/queries.ts'
import { myOrdersQuery } from '../features/orders/queries.ts'
import { t } from '../i18n/t.ts'
import { config } from '../lib/config.ts'
import { Navigate, useSearchParams } from '../lib/router.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { PageTabs, SectionNav } from '../ui/SectionNav.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { PageSpinner } from '../ui/Spinner.tsx'

// Heavy tabs are loaded on demand; the form library and the schema come with the profile.
const SavedTab = lazy(async () => ({ default: (await import('../features/saved/SavedTab.tsx')).SavedTab }))
const GuestSaved = lazy(async () => ({ default: (await import('./GuestSaved.tsx')).GuestSaved }))
const SearchesTab = lazy(async () => ({ default: (await import('../features/searches/SearchesTab.tsx')).SearchesTab }))
const BalanceTab = lazy(async () => ({ default: (await import('../features/balance/BalanceTab.tsx')).BalanceTab }))
const OffersTab = lazy(async () => ({ default: (await import('../features/offers/OffersTab.tsx')).OffersTab }))
const OffersPanel = lazy(async () => ({ default: (await import('../features/offers/OffersPanel.tsx')).OffersPanel }))
const Nearby = lazy(async () => ({ default: (await import('./home/Nearby.tsx')).Nearby }))
const Vacation = lazy(async () => ({ default: (await import('./Vacation.tsx')).Vacation }))
const NotificationList = lazy(async () => ({
  default: (await import('../features/notifications/NotificationList.tsx')).NotificationList,
}))
const NotificationSettings = lazy(async () => ({
  default: (await import('../features/notifications/NotificationSettings.tsx')).NotificationSettings,
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
const TraderSetting = lazy(async () => ({
  default: (await import('../features/trader/TraderSetting.tsx')).TraderSetting,
}))
const ProfileTab = lazy(async () => ({ default: (await import('../features/dashboard/ProfileTab.tsx')).ProfileTab }))

const OrdersPanel = lazy(async () => ({ default: (await import('../features/orders/OrdersPanel.tsx')).OrdersPanel }))

/** Orders, offers and deals. */
function Offers({ userId, dealId }: { userId: string; dealId: string | null }) {
  const isOn = config.payments !== 'off'
  const { data, isLoading } = useQuery({ ...myOrdersQuery(userId), enabled: isOn })
  return (
    <OffersTab
      userId={userId}
      dealId={dealId}
      orders={isOn ? <OrdersPanel userId={userId} /> : null}
      areOrdersLoading={isLoading}
      hasOrders={data !== undefined && data.length > 0}
    />
  )
}

/** Waits until ads saved before the sign-in are in the account, so that they are included. */
function Saved({ userId }: { userId: string }) {
  const hearts = useQuery(favoritesQuery(userId))
  return <SavedTab userId={userId} isReady={!hearts.isPending} />
}

/** /dashboard, for signed-in users; visitors get only the saved tab, with the ads saved in this browser. */
export function DashboardPage() {
  const [search] = useSearchParams()
  const { user, loading } = useAuth()
  if (!user && !loading && tabOf(search.get('tab')) === 'saved') return <VisitorsSaved />
  return (
    <RequireAuth>
      <Dashboard />
    </RequireAuth>
  )
}

function VisitorsSaved() {
  usePageTitle(t('shell.saved'))
  return (
    <Suspense fallback={<PageSpinner />}>
      <GuestSaved />
    </Suspense>
  )
}

const ICONS: Record<Section, LucideIcon> = {
  overview: LayoutGrid,
  listings: Tag,
  offers: Handshake,
  balance: Wallet,
  saved: Heart,
  settings: Settings,
}

/** The user's dashboard: /dashboard?tab= with a name from tabs.ts. */
function Dashboard() {
  const [search] = useSearchParams()
  const asked = search.get('tab')
  const { user, profile } = useAuth()
  const tab = tabOf(asked)
  const section = sectionOf(tab)
  const { label, pages } = SECTIONS[section]
  usePageTitle(tab === 'overview' ? t('shell.dashboard') : tab === section ? label : TAB_LABEL[tab])
  if (!user) return <PageSpinner />
  const moved = asked === null ? undefined : MOVED[asked]
  if (moved) return <Navigate to={moved(user.id)} replace />
  return (
    <div className="container-page grid grid-cols-[minmax(0,1fr)] gap-5 py-5 md:py-7 lg:grid-cols-[212px_minmax(0,1fr)] lg:gap-14">
      <Sections userId={user.id} section={section} />
      <main className="min-w-0">
        {tab === 'overview' || tab === 'offers' || tab === 'balance' || tab === 'notifications' ? null : (
          <h1 className="type-h1 mb-5 max-lg:sr-only">{label}</h1>
        )}
        {pages.length > 0 ? (
          <PageTabs
            label={label}
            pages={pages.map((page) => ({ to: tabPath(page), label: TAB_LABEL[page] }))}
            current={tabPath(pageOf(tab))}
          />
        ) : null}
        <Suspense fallback={<PageSpinner />}>{CONTENT[tab]({ id: user.id, profile, search })}</Suspense>
      </main>
    </div>
  )
}

function Sections({ userId, section }: { userId: string; section: Section }) {
  const { data } = useDashboard(userId)
  const counts: Partial<Record<Section, number | undefined>> = {
    listings: data?.listings.total,
    offers: data?.offers,
    saved: data?.favorites,
  }
  return (
    <SectionNav
      label={t('shell.dashboard')}
      selectLabel={t('dashboard.nav')}
      sections={ALL_SECTIONS.map((one) => ({
        to: tabPath(one),
        label: SECTIONS[one].label,
        icon: ICONS[one],
        count: counts[one],
      }))}
      current={tabPath(section)}
    />
  )
}

interface Visit {
  /** The user's id. */
  id: string
  /** Null while loading. */
  profile: Profile | null
  search: URLSearchParams
}

const CONTENT: Record<Tab, (visit: Visit) => ReactNode> = {
  overview: ({ id, profile }) => <Home userId={id} name={profile?.first_name || profile?.display_name} />,
  notifications: ({ id }) => <NotificationList userId={id} />,
  listings: ({ id }) => <ListingsPanel userId={id} />,
  offers: ({ id, search }) => <Offers userId={id} dealId={search.get('deal')} />,
  balance: ({ id }) => <BalanceTab userId={id} />,
  saved: ({ id }) => <Saved userId={id} />,
  searches: ({ id }) => <SearchesTab userId={id} />,
  settings: ({ id }) => (
    <SettingsTab
      selling={
        <>
          <Vacation userId={id} />
          {config.payments === 'off' ? null : <BundleSetting userId={id} />}
          <TraderSetting userId={id} />
        </>
      }
      privacy={
        <>
          <ReceiptsSetting userId={id} />
          <BlockedPeople userId={id} />
        </>
      }
    />
  ),
  profile: ({ id, profile }) => (profile ? <ProfileTab key={id} profile={profile} /> : <PageSpinner />),
  alerts: ({ id }) => <NotificationSettings userId={id} />,
  security: () => <SecurityTab />,
  reports: ({ id }) => <ReportsTab userId={id} />,
}

function Home({ userId, name }: { userId: string; name: string | undefined }) {
  const { waiting, isPending } = useWaiting(userId)
  const offers = new Map<string, number>()
  for (const { listing_id: id } of waiting) offers.set(id, (offers.get(id) ?? 0) + 1)
  return (
    <Overview
      userId={userId}
      name={name}
      offers={isPending ? undefined : offers}
      newOffer={
        <Suspense fallback={<Skeleton className="h-56 rounded-panel" />}>
          <OffersPanel waiting={waiting} userId={userId} />
        </Suspense>
      }
      nearby={
        <Suspense fallback={null}>
          <Nearby />
        </Suspense>
      }
    />
  )
}
