import { Heart, MessageCircle, Plus } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { paths } from '../../../contract/paths.ts'
import { useAuth } from '../features/auth/AuthProvider.tsx'
import { SearchBar } from '../features/listings/SearchBar.tsx'
import { useUnread } from '../features/messages/use-unread.ts'
import { Bell } from '../features/notifications/Bell.tsx'
import { t } from '../i18n/t.ts'
import { config } from '../lib/config.ts'
import { Link, NavLink, navigate, useLocation } from '../lib/router.tsx'
import { cx } from '../ui/cx.ts'
import { HelpButton } from '../ui/HelpButton.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Logo } from '../ui/Logo.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { WithCategoryMenu } from './WithCategoryMenu.tsx'

const AdminBar = lazy(async () => ({ default: (await import('../features/admin/AdminBar.tsx')).AdminBar }))

const NAV = [
  { to: paths.browse, label: t('shell.browse') },
  { to: paths.categories, label: t('shell.categories') },
  { to: paths.help, label: t('shell.help') },
] as const

/** Pages with their own top bar on phones: search on /browse, photo of an ad, number of an order. */
const HAS_OWN_TOP = /^\/(browse$|listing\/|order\/|bundle$)/

/** The top bar. Includes search from 768 px (home has its own); on phones only logo, saved and account. */
export function Header() {
  const { pathname } = useLocation()
  const isHome = pathname === paths.home || pathname === paths.signedInHome
  const isAdmin = pathname === paths.admin || pathname.startsWith(`${paths.admin}/`)
  return (
    <header
      className={cx(
        'sticky top-(--banner) z-20 border-b border-line bg-paper',
        HAS_OWN_TOP.test(pathname) && 'max-md:hidden',
      )}
    >
      <div className="container-page flex h-16 items-center gap-4 max-[22.5rem]:gap-1 md:h-19 lg:gap-8">
        <Link
          to={paths.home}
          aria-label={t('shell.brandHome', { brand: config.brandName })}
          className="shrink-0 rounded-badge"
        >
          <Logo />
        </Link>
        {isAdmin ? (
          <>
            <Suspense>
              <AdminBar />
            </Suspense>
            <div className="ms-auto">
              <AccountMenu />
            </div>
          </>
        ) : (
          <MarketBar isHome={isHome} />
        )}
      </div>
    </header>
  )
}

/** Search, main pages and the user's own pages. */
function MarketBar({ isHome }: { isHome: boolean }) {
  const userId = useAuth().user?.id ?? null
  const unread = useUnread(userId)
  return (
    <>
      {isHome ? null : <HeaderSearch className="hidden max-w-[33rem] min-w-0 flex-1 md:block" />}
      <nav aria-label={t('shell.main')} className="ms-auto hidden items-center gap-6 lg:flex">
        {NAV.map(({ to, label }) => {
          const link = (
            <NavLink
              key={to}
              to={to}
              className="py-2.5 text-ink-2 transition-colors hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink"
            >
              {label}
            </NavLink>
          )
          return to === paths.categories ? <WithCategoryMenu key={to}>{link}</WithCategoryMenu> : link
        })}
      </nav>
      <div className="flex items-center gap-2 max-lg:ms-auto md:gap-4 lg:gap-5">
        <div className="flex items-center gap-1">
          <IconLink to={paths.saved} label={t('shell.saved')}>
            <Heart aria-hidden="true" strokeWidth={1.75} className="size-[22px]" />
          </IconLink>
          <IconLink
            to={paths.messages}
            label={unread > 0 ? t('shell.messagesUnread', { unread }) : t('shell.messages')}
            className="max-md:hidden"
          >
            <MessageCircle aria-hidden="true" strokeWidth={1.75} className="size-[22px]" />
            {unread > 0 ? <UnreadBadge count={unread} /> : null}
          </IconLink>
          <Bell userId={userId} />
          <HelpButton />
        </div>
        <LinkButton to={paths.post} className="max-md:hidden">
          <Plus aria-hidden="true" strokeWidth={1.75} className="size-5" />
          {t('app.postAnAd')}
        </LinkButton>
        <AccountMenu />
      </div>
    </>
  )
}

function IconLink({
  to,
  label,
  className,
  children,
}: {
  to: string
  label: string
  className?: string
  children: ReactNode
}) {
  return (
    <Link
      to={to}
      aria-label={label}
      className={cx(
        'relative grid size-11 place-items-center rounded-full transition-colors hover:bg-sunken',
        className,
      )}
    >
      {children}
    </Link>
  )
}

function UnreadBadge({ count }: { count: number }) {
  return (
    <span
      aria-hidden="true"
      className="tnum absolute end-0.5 top-0.5 grid h-5 min-w-5 place-items-center rounded-full border-2 border-paper bg-clay px-1 text-[11px]/none font-bold text-on-clay"
    >
      {count > 99 ? '99+' : count}
    </span>
  )
}

/** The header's search: goes to /browse, keeping the filters if already there. */
function HeaderSearch({ className }: { className?: string }) {
  const { pathname, search } = useLocation()
  const params = new URLSearchParams(pathname === paths.browse ? search : '')
  const searchFor = (q: string) => {
    const next = new URLSearchParams(params)
    if (q) next.set('q', q)
    else next.delete('q')
    next.delete('page')
    navigate(`${paths.browse}${next.size ? `?${next}` : ''}`)
  }
  return (
    <search className={className}>
      <SearchBar
        query={params.get('q') ?? ''}
        placeholder={t('shell.searchNearby')}
        onSearch={searchFor}
        className="h-12 pe-1.5 transition-shadow focus-within:border-focus focus-within:shadow-[0_0_0_1.5px_var(--focus)]"
        textClass="text-[15px]"
      />
    </search>
  )
}
