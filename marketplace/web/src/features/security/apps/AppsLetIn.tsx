import { AppWindow } from 'lucide-react'
import { t } from '../../../i18n/t.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { formatTimeAgo } from '../../../ui/format.ts'
import { Panel } from '../Panel.tsx'
import { type LetInApp, useAppsLetIn, useTakeBack } from './queries.ts'
import { toldBy } from './told-by.ts'

/** The apps that act for whoever is signed in, each with what it is told and the way to end that. Nothing where none can be let in. */
export function AppsLetIn() {
  const apps = useAppsLetIn()
  const takeBack = useTakeBack()
  if (apps.data === null) return null
  return (
    <Panel
      title={t('Apps you have let in')}
      line={
        apps.data?.length
          ? t('They act in your name until you take that back.')
          : t('An app that you let use your account stands here until you take that back.')
      }
      query={apps}
    >
      {apps.data?.length === 0 ? <p className="font-semibold">{t('No app has been let in')}</p> : null}
      <ul className="divide-y divide-line empty:hidden">
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
  const name = app.name ?? app.host ?? t('An app without a name')
  return (
    <li className="flex items-center gap-3 py-2">
      <AppWindow aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold [overflow-wrap:anywhere]">{name}</p>
        <p className="type-small text-ink-3 [overflow-wrap:anywhere]">
          {app.host ? `${app.host} · ` : ''}
          {t('Let in {when}', { when: formatTimeAgo(app.since) })}
        </p>
        <p className="mt-1 flex flex-wrap gap-1">
          {toldBy(app.scopes).map((line) => (
            <Badge key={line}>{line}</Badge>
          ))}
        </p>
      </div>
      <Button
        variant="ghost"
        size="s"
        aria-label={t('Take back what {name} may do', { name })}
        loading={isLeaving}
        loadingLabel={t('Taking it back')}
        onClick={onTakeBack}
      >
        {t('Take back')}
      </Button>
    </li>
  )
}
