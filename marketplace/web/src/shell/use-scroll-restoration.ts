import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from '../lib/router.tsx'

const STORAGE_KEY = 'scroll'
const GIVE_UP_MS = 1500
const positions = new Map<string, number>(readStored())

/** Scroll positions from before a reload of this tab. */
function readStored(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]') as [string, number][] // written below
  } catch {
    return [] // storage is blocked: a reload then starts at the top
  }
}

function store(): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...positions].slice(-50)))
  } catch {
    // As above.
  }
}

/**
 * New pages start at the top; going back restores the position, also while the page is still growing. A changed query alone does not
 * scroll.
 */
export function useScrollRestoration(): void {
  const { key, pathname, search, hash, type } = useLocation()
  /** Every page loaded by the browser itself has the key "default", so those are keyed by URL. */
  const place = key === 'default' ? pathname + search : key
  /** Path and hash currently shown. */
  const standsAt = useRef<string | null>(null)

  useEffect(() => {
    history.scrollRestoration = 'manual'
    window.addEventListener('pagehide', store)
    return () => window.removeEventListener('pagehide', store)
  }, [])

  // A layout effect: must stop listening before the browser clamps the position on a shorter next page.
  useLayoutEffect(() => {
    const remember = () => positions.set(place, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [place])

  useLayoutEffect(() => {
    const isArrival = standsAt.current === null
    const hasMoved = standsAt.current !== pathname + hash
    standsAt.current = pathname + hash
    // A filter or another page of results only changes the query: no scrolling.
    if (!hasMoved && type !== 'POP') return
    if (hash) return scrollToHash(hash)
    const top = type === 'POP' && (!isArrival || isReturn()) ? (positions.get(place) ?? 0) : 0
    // A newly opened page is already at its top: scrolling would force another layout.
    return isArrival && top === 0 ? undefined : scrollTo(top)
  }, [pathname, hash, place, type])
}

/** Whether the browser reloaded this page or came back to it; following a link or typing a URL starts at the top. */
function isReturn(): boolean {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[] // guaranteed by the entry type
  return arrival?.type === 'reload' || arrival?.type === 'back_forward'
}

/** Scrolls now, and again while the page grows, until the position fits, the user scrolls, or time runs out. */
function scrollTo(top: number): () => void {
  window.scrollTo(0, top)
  return untilDone(() => {
    window.scrollTo(0, top)
    return Math.abs(window.scrollY - top) < 2
  })
}

function scrollToHash(hash: string): () => void {
  const id = decodeURIComponent(hash.slice(1))
  return untilDone(() => {
    const target = document.getElementById(id)
    target?.scrollIntoView()
    return target !== null
  })
}

function untilDone(step: () => boolean): () => void {
  const end = performance.now() + GIVE_UP_MS
  let frame = 0
  const stop = () => cancelAnimationFrame(frame)
  const tick = () => {
    if (!step() && performance.now() < end) frame = requestAnimationFrame(tick)
  }
  tick()
  window.addEventListener('wheel', stop, { once: true, passive: true })
  window.addEventListener('touchmove', stop, { once: true, passive: true })
  return stop
}
