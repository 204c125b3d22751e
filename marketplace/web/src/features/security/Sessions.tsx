import { Monitor, Smartphone } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatTimeAgo } from '../../ui/format.ts'
import { endSession } from './api.ts'
import { deviceName } from './device-name.ts'
import { Panel } from './Panel.tsx'
import { useSecurityMutation, useSessions } from './queries.ts'

export function Sessions() {
  const sessions = useSessions()
  const end = useSecurityMutation(endSession, t('security.signedOutThere'))
  return (
    <Panel title={t('security.sessions.title')} line={t('security.sessions.hint')} query={sessions}>
      <ul className="divide-y divide-line">
        {sessions.data?.map((session) => {
          const name = deviceName(session.user_agent)
          const Icon = /iPhone|iPad|Android/.test(name) ? Smartphone : Monitor
          return (
            <li key={session.id} className="flex items-center gap-3 py-2">
              <Icon aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0 text-ink-3" />
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-2 font-semibold">
                  {name}
                  {session.current ? <Badge tone="brand">{t('security.here')}</Badge> : null}
                </p>
                <p className="type-small text-ink-3">
                  {session.network
                    ? t('security.sessions.lastUsedFrom', {
                        when: formatTimeAgo(session.last_active_at),
                        network: session.network,
                      })
                    : t('security.sessions.lastUsed', { when: formatTimeAgo(session.last_active_at) })}
                </p>
              </div>
              {session.current ? null : (
                <Button
                  variant="ghost"
                  size="s"
                  aria-label={t('security.sessions.signOut', {
                    name,
                    when: formatTimeAgo(session.last_active_at),
                  })}
                  loading={end.isPending && end.variables === session.id}
                  loadingLabel={t('common.signingOut')}
                  onClick={() => end.mutate(session.id)}
                >
                  {t('common.signOut')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
