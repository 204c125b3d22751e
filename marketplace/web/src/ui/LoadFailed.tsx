import { CloudOff, WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { t } from '../i18n/t.ts'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import { LinkButton } from './LinkButton.tsx'

interface LoadFailedProps {
  /** What did not load, as in "this listing". */
  what?: string
  onRetry?: () => void
  /** Short code that also stands in the console or the server's log. */
  reference?: string
  as?: 'h1' | 'h2' | 'h3'
}

/** The state after a failed load: offline when the browser says so, otherwise ours to mend. */
export function LoadFailed({ what, onRetry, reference, as }: LoadFailedProps) {
  const online = useOnline()
  const retry = onRetry ? (
    <Button variant={online ? 'primary' : 'secondary'} onClick={onRetry}>
      {t('Try again')}
    </Button>
  ) : null
  if (!online) {
    return (
      <div role="alert">
        <EmptyState
          as={as}
          icon={<WifiOff strokeWidth={1.75} />}
          title={t('You are offline')}
          line={t('We try again as soon as you are back.')}
          action={retry}
        />
      </div>
    )
  }
  const line = [
    what && t('We could not load {what}.', { what }),
    t('It is us, not you.'),
    reference && t('Reference {reference}.', { reference }),
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <div role="alert">
      <EmptyState
        as={as}
        tone="danger"
        icon={<CloudOff strokeWidth={1.75} />}
        title={t('That did not load')}
        line={line}
        action={
          <>
            {retry}
            <LinkButton to="/" variant="secondary">
              {t('Go home')}
            </LinkButton>
          </>
        }
      />
    </div>
  )
}

function subscribeToConnection(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** Whether the browser believes that it is connected. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribeToConnection,
    () => navigator.onLine,
    () => true,
  )
}
