import { House, LayoutGrid, MessageCircle, Plus, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../../contract/paths.ts'
import { useAuth } from '../features/auth/AuthProvider.tsx'
import { useUnread } from '../features/messages/use-unread.ts'
import { useUnreadNotifications } from '../features/notifications/use-unread-notifications.ts'
import { t } from '../i18n/t.ts'
import { NavLink, useLocation } from '../lib/router.tsx'

/** The bottom bar on phones. It also reserves its space, so that nothing is hidden under it. */
export function TabBar() {
  const userId = useAuth().user?.id ?? null
  const unread = useUnread(userId)
  const news = useUnreadNotifications(userId)
  const { pathname } = useLocation()
  const isHome = pathname === paths.home || pathname === paths.signedInHome
  return (
    <>
      <div aria-hidden="true" className="h-[calc(64px+env(safe-area-inset-bottom))] md:hidden" />
      <nav
        aria-label={t('shell.sections')}
        className="fixed inset-x-0 bottom-0 z-20 grid h-[calc(64px+env(safe-area-inset-bottom))] grid-cols-5 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
      >
        <Tab
          to={isHome ? pathname : paths.home}
          label={t('shell.home')}
          icon={<House aria-hidden="true" strokeWidth={1.75} className="size-6" />}
        />
        <Tab
          to={paths.browse}
          label={t('shell.browse')}
          icon={<Search aria-hidden="true" strokeWidth={1.75} className="size-6" />}
        />
        <NavLink to={paths.post} aria-label={t('app.postAnAd')} className="grid place-items-center">
          <span className="arch grid w-[46px] place-items-center bg-brand text-on-brand [--arch-ratio:1]">
            <Plus aria-hidden="true" strokeWidth={1.75} className="size-6" />
          </span>
        </NavLink>
        <Tab
          to={paths.messages}
          label={t('shell.messages')}
          spoken={unread > 0 ? t('shell.messagesUnread', { unread }) : undefined}
          icon={
            <span className="relative">
              <MessageCircle aria-hidden="true" strokeWidth={1.75} className="size-6" />
              {unread > 0 ? (
                <span className="absolute -end-1 -top-1 size-3 rounded-full border-2 border-surface bg-clay" />
              ) : null}
            </span>
          }
        />
        <Tab
          to={paths.dashboard}
          label={t('shell.dashboard')}
          spoken={news > 0 ? t('shell.dashboardNews', { news }) : undefined}
          icon={
            <span className="relative">
              <LayoutGrid aria-hidden="true" strokeWidth={1.75} className="size-6" />
              {news > 0 ? (
                <span className="absolute -end-1 -top-1 size-3 rounded-full border-2 border-surface bg-clay" />
              ) : null}
            </span>
          }
        />
      </nav>
    </>
  )
}

function Tab({ to, label, spoken, icon }: { to: string; label: string; spoken?: string; icon: ReactNode }) {
  return (
    <NavLink
      to={to}
      aria-label={spoken}
      className="type-micro grid content-center max-[22.5rem]:text-[10.5px] max-[22.5rem]:tracking-tight justify-items-center gap-1 text-ink-2 aria-[current]:font-semibold aria-[current]:text-brand"
    >
      {icon}
      <span>{label}</span>
    </NavLink>
  )
}
