import { useLayoutEffect, useRef } from 'react'
import { t } from '../i18n/t.ts'
import { useConnection } from '../ui/use-connection.ts'

/** Banner at the top of every page while offline. It is sticky, and sticky bars of pages sit below it (--banner). */
export function OfflineNotice() {
  const connected = useConnection()
  const notice = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: its height depends on whether it is shown
  useLayoutEffect(() => {
    document.documentElement.style.setProperty('--banner', `${notice.current?.offsetHeight ?? 0}px`)
  }, [connected])
  return (
    <div ref={notice} role="status" className="sticky top-0 z-30">
      {connected ? null : (
        <p className="type-small bg-saffron-soft px-4 py-2 text-center text-saffron-ink">{t('shell.offline')}</p>
      )}
    </div>
  )
}
