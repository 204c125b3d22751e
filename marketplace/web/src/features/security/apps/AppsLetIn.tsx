import { AppWindow } from 'lucide-react'
import { t } from '../../../i18n/t.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { formatTimeAgo } from '../../../ui/format.ts'
import { Panel } from '../Panel.tsx'
import { readAccessOf, writeAccessOf } from './access-of.ts'
import { type LetInApp, useAppsLetIn, useTakeBack } from './queries.ts'

/** Connected apps with their access. Renders nothing without any. */
export function AppsLetIn() {
  const apps = useAppsLetIn()
  const takeBack = useTakeBack()
  if (!apps.isError && !apps.data?.length) return null
  return (
    <Panel title={t('security.apps.title')} line={t('security.apps.hint')} query={apps}>
      <ul className="divide-y divide-line">
        {apps.data?.map((app) => (
          <AppRow
            key={app.clientId}
            app={app}
            isLeaving={takeBack.isPending && takeBack.variables.clientId === app.clientId}
            onTakeBack={() => takeBack.mutate(app)}
          />
        ))}
      </ul>
    </Panel>
  )
}

function AppRow({ app, isLeaving, onTakeBack }: { app: LetInApp; isLeaving: boolean; onTakeBack: () => void }) {
  const name = app.name ?? app.host ?? t('security.activity.namelessApp')
  return (
    <li className="flex items-center gap-3 py-2">
      <AppWindow aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold [overflow-wrap:anywhere]">{name}</p>
        <p className="type-small text-ink-3 [overflow-wrap:anywhere]">
          {app.host ? `${app.host} · ` : ''}
          {t('security.apps.connectedWhen', { when: formatTimeAgo(app.since) })}
        </p>
        <p className="mt-1 flex flex-wrap gap-1">
          {[...readAccessOf(app.scopes), ...writeAccessOf(app.scopes)].map((line) => (
            <Badge key={line}>{line}</Badge>
          ))}
        </p>
      </div>
      <Button
        variant="ghost"
        size="s"
        aria-label={t('security.apps.disconnectApp', { name })}
        loading={isLeaving}
        loadingLabel={t('security.disconnecting')}
        onClick={onTakeBack}
      >
        {t('security.disconnect')}
      </Button>
    </li>
  )
}
