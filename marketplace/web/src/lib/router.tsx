import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { newId } from './new-id.ts'

/** The current history entry. */
export interface PageLocation {
  readonly pathname: string
  readonly search: string
  readonly hash: string
  /** What `navigate` was given with it. */
  readonly state: unknown
  /** Distinguishes history entries; 'default' for a page that the browser loaded itself. */
  readonly key: string
  /** Whether the entry was added, replaced another, or was loaded or returned to. */
  readonly type: 'PUSH' | 'REPLACE' | 'POP'
}

/** What `history.state` holds. Overlays add a marker (use-back-closes.ts). */
interface Entry {
  readonly key: string
  /** Number of entries of this site below it. */
  readonly index: number
  readonly state: unknown
}

export interface NavigateOptions {
  readonly replace?: boolean
  readonly state?: unknown
}

const LocationContext = createContext<PageLocation>(locationOf('/'))
const ParamsContext = createContext<Readonly<Record<string, string>>>({})

const entryNow = () => history.state as Partial<Entry> | null // written below

function locationNow(type: PageLocation['type']): PageLocation {
  const { pathname, search, hash } = window.location
  const { key = 'default', state = null } = entryNow() ?? {}
  return { pathname, search, hash, key, state, type }
}

function locationOf(address: string): PageLocation {
  const { pathname, search, hash } = new URL(address, 'http://localhost')
  return { pathname, search, hash, key: 'default', state: null, type: 'POP' }
}

/** Shows a location; set by the router while it is mounted. */
let show: (location: PageLocation) => void = () => undefined

/**
 * Opens a page of this site: a path, or a query or hash for the current path. The current page stays, and responds, until the next one is
 * ready.
 */
export function navigate(to: string, options?: NavigateOptions): void {
  const location = enter(to, options)
  startTransition(() => show(location))
}

function enter(to: string, { replace = false, state = null }: NavigateOptions = {}): PageLocation {
  const below = entryNow()?.index ?? 0
  const entry: Entry = { key: newId(), index: replace ? below : below + 1, state }
  if (replace) history.replaceState(entry, '', to)
  else history.pushState(entry, '', to)
  return locationNow(replace ? 'REPLACE' : 'PUSH')
}

/** Goes back in the history; where the page before is not ours, to `fallback`. */
export function goBack(fallback: string): void {
  if ((entryNow()?.index ?? 0) > 0) history.back()
  else navigate(fallback)
}

/** Provides the browser's location. */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [location, setLocation] = useState(() => locationNow('POP'))
  // A layout effect, so that it is ready before the effects of the pages below, which may navigate.
  useLayoutEffect(() => {
    show = setLocation
    const onPop = () => startTransition(() => setLocation(locationNow('POP')))
    window.addEventListener('popstate', onPop)
    return () => window.removeEventListener('popstate', onPop)
  }, [])
  return <LocationContext value={location}>{children}</LocationContext>
}

/** Provides a fixed location, for server rendering and tests. */
export function StaticRouter({ location, children }: { location: string; children: ReactNode }) {
  return <LocationContext value={locationOf(location)}>{children}</LocationContext>
}

export const useLocation = (): PageLocation => use(LocationContext)

/** The named parts of the path, for pages below `Params`. */
export const useParams = () => use(ParamsContext)

export const Params = ParamsContext

type SearchChange = (next: Readonly<Record<string, string>>, options?: NavigateOptions) => void

/** The query of the current URL, and a function that replaces it. */
export function useSearchParams(): readonly [URLSearchParams, SearchChange] {
  const { search } = useLocation()
  const params = useMemo(() => new URLSearchParams(search), [search])
  return [params, replaceSearch]
}

// Immediately instead of in a transition: an input may be controlled by the query.
const replaceSearch: SearchChange = (next, options) => {
  const query = new URLSearchParams(next).toString()
  show(enter(query ? `?${query}` : window.location.pathname, options))
}

/**
 * Matches a path against a pattern such as `/listing/:id`.
 * @returns the named parts as in the URL, or null
 */
export function matchPath(pattern: string, pathname: string): Readonly<Record<string, string>> | null {
  const expression = pattern.replace(/:(\w+)/g, '(?<$1>[^/]+)')
  const found = new RegExp(`^${expression}/?$`, 'i').exec(pathname)
  return found && { ...found.groups }
}

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & NavigateOptions & { readonly to: string }

/** A link within this site. */
export function Link({ to, replace, state, onClick, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isForBrowser = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (event.defaultPrevented || isForBrowser) return
    event.preventDefault()
    // Like browsers, does not add the current page to the history again.
    navigate(to, { replace: replace ?? event.currentTarget.href === window.location.href, state })
  }
  return <a {...rest} href={to} onClick={follow} />
}

/** A link that is marked with `aria-current` on its page and the pages below. */
export function NavLink(props: LinkProps) {
  const { pathname } = useLocation()
  const path = locationOf(props.to).pathname
  const isActive = pathname === path || pathname.startsWith(`${path}/`)
  return <Link {...props} aria-current={isActive ? 'page' : undefined} />
}

/** Navigates as soon as it is rendered. */
export function Navigate({ to, replace, state }: NavigateOptions & { readonly to: string }) {
  useEffect(() => navigate(to, { replace, state }), [to, replace, state])
  return null
}
