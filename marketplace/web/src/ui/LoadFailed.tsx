import { CloudOff, WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
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
      Try again
    </Button>
  ) : null
  if (!online) {
    return (
      <div role="alert">
        <EmptyState
          as={as}
          icon={<WifiOff strokeWidth={1.75} />}
          title="You are offline"
          line="We try again as soon as you are back."
          action={retry}
        />
      </div>
    )
  }
  const line = `${what ? `We could not load ${what}. ` : ''}It is us, not you.${reference ? ` Reference ${reference}.` : ''}`
  return (
    <div role="alert">
      <EmptyState
        as={as}
        tone="danger"
        icon={<CloudOff strokeWidth={1.75} />}
        title="That did not load"
        line={line}
        action={
          <>
            {retry}
            <LinkButton to="/" variant="secondary">
              Go home
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
  return useSyncExternalStore(subscribeToConnection, () => navigator.onLine)
}
