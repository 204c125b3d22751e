import { useEffect } from 'react'
import { navigate, useLocation } from './router.tsx'

/** Opens what a link to the page asks for by its hash: once, not on a reload, and again when the link is followed again. */
export function useLinked(asked: string, open: () => void, mayOpen = true): void {
  const { pathname, search, hash } = useLocation()
  const isAsked = mayOpen && hash === asked
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens once for each time it is asked
  useEffect(() => {
    if (!isAsked) return
    navigate(pathname + search, { replace: true })
    open()
  }, [isAsked, pathname, search])
}
