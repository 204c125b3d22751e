import { useLayoutEffect, useRef } from 'react'
import { t } from '../i18n/t.ts'
import { useConnection } from '../ui/use-connection.ts'

/** Banner at the top of every page while offline. It is sticky, and sticky bars of pages sit below it (--banner). */
export function OfflineNotice() {
  const connected = useConnection()
  const notice = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current: bar } = notice
    if (!bar) return
    const measure = () => document.documentElement.style.setProperty('--banner', `${bar.offsetHeight}px`)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(bar)
    return () => observer.disconnect()
  }, [])
  return (
    // A page that could not load says so itself.
    <div ref={notice} role="status" className="sticky top-0 z-30 [body:has([data-offline])_&]:hidden">
      {connected ? null : (
        <p className="type-small bg-saffron-soft px-4 py-2 text-center text-saffron-ink">{t('shell.offline')}</p>
      )}
    </div>
  )
}
