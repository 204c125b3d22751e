import { WifiOff } from 'lucide-react'
import { useConnection } from '../app/use-connection.ts'
import { t } from '../i18n/t.ts'

/** Said at the top of every page while there is no connection: what is shown may be out of date. */
export function OfflineNotice() {
  const connected = useConnection()
  return (
    <div role="status">
      {connected ? null : (
        <p className="type-small flex items-center justify-center gap-2 bg-saffron-soft px-4 py-2 text-center text-saffron-ink">
          <WifiOff aria-hidden="true" strokeWidth={1.75} className="size-4 shrink-0" />
          {t('You are offline. This is what your browser kept.')}
        </p>
      )}
    </div>
  )
}
