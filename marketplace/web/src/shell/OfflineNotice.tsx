import { useConnection } from '../app/use-connection.ts'
import { t } from '../i18n/t.ts'

/** Said at the top of every page while there is no connection: what is shown may be out of date. */
export function OfflineNotice() {
  const connected = useConnection()
  return (
    <div role="status">
      {connected ? null : (
        <p className="type-small bg-saffron-soft px-4 py-2 text-center text-saffron-ink">
          {t('You are offline. This is what your browser kept.')}
        </p>
      )}
    </div>
  )
}
