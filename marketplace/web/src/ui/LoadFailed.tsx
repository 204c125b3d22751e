import { CloudOff, RotateCw, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../../contract/paths.ts'
import { t } from '../i18n/t.ts'
import { useLocation } from '../lib/router.tsx'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import { LinkButton } from './LinkButton.tsx'
import { useConnection } from './use-connection.ts'

interface LoadFailedProps {
  onRetry?: () => void
  /** Short code that is also in the console or the server's log. */
  reference?: string
  /** `h1` when it replaces the whole page. */
  as?: 'h1' | 'h2' | 'h3'
}

/** Shown after a failed load: offline when the browser is, otherwise as our fault. */
export function LoadFailed({ as, ...failed }: LoadFailedProps) {
  const online = useConnection()
  return as === 'h1' ? <PageFailed {...failed} online={online} /> : <PartFailed {...failed} as={as} online={online} />
}

/** Replaces a page: centred, with links onward. */
function PageFailed({ onRetry, reference, online }: LoadFailedProps & { online: boolean }) {
  const Icon = online ? CloudOff : WifiOff
  const note = online ? reference && t('app.reference', { reference }) : t('app.readOpenedBefore')
  return (
    <div
      role="alert"
      data-offline={online ? undefined : ''}
      className="mx-auto grid w-full max-w-84 justify-items-center py-4 text-center md:py-10"
    >
      <DashedArch>
        <Icon aria-hidden="true" strokeWidth={1.75} className="size-9" />
      </DashedArch>
      <h1 className="mt-7 font-display text-[26px]/8 font-[680] tracking-[-0.02em]">
        {online ? t('app.didNotLoad') : t('app.youreOffline')}
      </h1>
      <p className="mt-1.5 text-balance text-ink-2">{online ? t('app.itIsUs') : t('app.loadWhenOnline')}</p>
      <div className="mt-6 grid w-full gap-2.5">
        {onRetry ? (
          <Button size="lg" onClick={onRetry}>
            <RotateCw aria-hidden="true" strokeWidth={1.75} className="size-5" />
            {t('app.tryAgain')}
          </Button>
        ) : null}
        <WayOn online={online} />
      </div>
      {note ? <p className="type-small mt-5 text-ink-3">{note}</p> : null}
    </div>
  )
}

/** Cached pages can still be read offline, unless the failed page is one of them. */
function WayOn({ online }: { online: boolean }) {
  const leadsHome = useLocation().pathname === paths.dashboard || online
  return (
    <LinkButton to={leadsHome ? paths.home : paths.saved} size="lg" variant="secondary">
      {leadsHome ? t('app.goHome') : t('app.seeSavedAndMessages')}
    </LinkButton>
  )
}

/** Replaces a part of a page. */
function PartFailed({ onRetry, reference, as, online }: LoadFailedProps & { online: boolean }) {
  return (
    <div role="alert">
      <EmptyState
        as={as}
        tone={online ? 'danger' : 'neutral'}
        icon={online ? <CloudOff strokeWidth={1.75} /> : <WifiOff strokeWidth={1.75} />}
        title={online ? t('app.didNotLoad') : t('app.youreOffline')}
        line={lineOf(online, reference)}
        action={
          <>
            {onRetry ? (
              <Button variant={online ? 'primary' : 'secondary'} onClick={onRetry}>
                {t('app.tryAgain')}
              </Button>
            ) : null}
            {online ? (
              <LinkButton to="/" variant="secondary">
                {t('app.goHome')}
              </LinkButton>
            ) : null}
          </>
        }
      />
    </div>
  )
}

function lineOf(online: boolean, reference: string | undefined): string {
  if (!online) return t('app.loadWhenOnline')
  return reference ? t('app.itIsUsWithReference', { reference }) : t('app.itIsUs')
}

function DashedArch({ children }: { children: ReactNode }) {
  return (
    <span className="relative grid h-[141px] w-[124px] place-items-center text-ink-2">
      <svg viewBox="0 0 124 141" aria-hidden="true" className="absolute inset-0 size-full" fill="none">
        <path
          d="M1 62a61 61 0 0 1 122 0v62a16 16 0 0 1-16 16H17a16 16 0 0 1-16-16z"
          stroke="var(--ink-3)"
          strokeWidth="1.5"
          strokeDasharray="6 4"
        />
      </svg>
      {children}
    </span>
  )
}
