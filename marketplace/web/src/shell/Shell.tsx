import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { paths } from '../../../contract/paths.ts'
import { useAuth } from '../features/auth/AuthProvider.tsx'
import { useOwnLanguage } from '../features/auth/own-language.ts'
import { SupportChat } from '../features/support/SupportChat.tsx'
import { t } from '../i18n/t.ts'
import { config } from '../lib/config.ts'
import { useLocation } from '../lib/router.tsx'
import { useIsLive } from '../lib/server-rendered.ts'
import { cx } from '../ui/cx.ts'
import { PageSpinner } from '../ui/Spinner.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { Live } from './Live.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'
import { PageErrorBoundary } from './PageErrorBoundary.tsx'
import { TabBar } from './TabBar.tsx'
import { useScrollRestoration } from './use-scroll-restoration.ts'

/** Loads after sign-in and stays mounted, so that it also sees the sign-out. */
const LiveCounts = lazy(async () => ({ default: (await import('./LiveCounts.tsx')).LiveCounts }))

/** Loaded only where the operator has configured analytics. */
const Analytics = config.analytics
  ? lazy(async () => ({ default: (await import('../features/analytics/Analytics.tsx')).Analytics }))
  : null

/** Pages with their own frame: no header, footer or tab bar. */
const BARE = [/^\/auth$/, /^\/post$/, /^\/checkout$/, /^\/pay\//]
/** Pages whose sticky bar replaces the tab bar on phones. */
const OWN_BAR = [/^\/listing\//, /^\/post$/, /^\/order\//, /^\/bundle$/, /^\/admin/]
/** Pages that fill the window and have no footer. */
const NO_FOOTER = [/^\/messages$/, /^\/post$/, /^\/admin/]

const any = (patterns: readonly RegExp[], path: string) => patterns.some((pattern) => pattern.test(path))

/** Header, footer and tab bar around the page. */
export function Shell({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  const bare = any(BARE, pathname)
  const hasFooter = !bare && !any(NO_FOOTER, pathname)
  // A message thread has its own input bar; the conversation list keeps the tab bar.
  const inThread = pathname === paths.messages && new URLSearchParams(search).has('c')
  const tabBar = !bare && !inThread && !any(OWN_BAR, pathname)
  useEffect(() => {
    document.documentElement.dataset.frame = bare ? 'bare' : 'full'
  }, [bare])
  useScrollRestoration()
  useOwnLanguage()
  const userId = useAuth().user?.id ?? null
  const [hasSignedIn, setHasSignedIn] = useState(false)
  if (userId !== null && !hasSignedIn) setHasSignedIn(true)
  const content = useFocusOnNavigation(pathname)
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="fixed start-4 top-3 z-60 -translate-y-24 rounded-control bg-ink px-4 py-3 font-semibold text-paper focus:translate-y-0"
      >
        {t('shell.skipToContent')}
      </a>
      <OfflineNotice />
      {bare ? null : <Header />}
      {/* A visible footer would jump while the page grows, so it starts below the window. */}
      <div ref={content} id="content" tabIndex={-1} className={cx('flex-1 outline-none', hasFooter && 'min-h-dvh')}>
        <PageErrorBoundary key={pathname}>
          <Suspense fallback={<PageSpinner />}>
            {children}
            {/* At the same depth as boundaries in pages, which are hydrated later than this one. */}
            <Suspense>
              <Suspense>
                <Live />
              </Suspense>
            </Suspense>
          </Suspense>
        </PageErrorBoundary>
      </div>
      {hasFooter ? <Footer /> : null}
      {/* Reserves space at the end of the page for its sticky bar on phones. */}
      <div aria-hidden="true" className="md:hidden [body:has([data-bar])_&]:h-19" />
      {tabBar ? <TabBar /> : null}
      {Analytics && pathname !== paths.post ? <LiveAnalytics /> : null}
      {pathname.startsWith(paths.admin) ? null : <SupportChat />}
      {hasSignedIn ? (
        <Suspense fallback={null}>
          <LiveCounts userId={userId} />
        </Suspense>
      ) : null}
    </div>
  )
}

/** After hydration, because server-rendered pages are without it. */
function LiveAnalytics() {
  return useIsLive() && Analytics ? (
    <Suspense fallback={null}>
      <Analytics />
    </Suspense>
  ) : null
}

/** Moves the focus to the top of the new page after a navigation, as a page load would; not on the first page. */
function useFocusOnNavigation(pathname: string) {
  const content = useRef<HTMLDivElement>(null)
  const lastPath = useRef(pathname)
  useEffect(() => {
    if (lastPath.current === pathname) return
    lastPath.current = pathname
    // Keep the focus if the new page's form has already taken it.
    if (!content.current?.contains(document.activeElement)) content.current?.focus({ preventScroll: true })
  }, [pathname])
  return content
}
