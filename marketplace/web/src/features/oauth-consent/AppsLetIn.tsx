import { AppWindow } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatTimeAgo } from '../../ui/format.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { PageSpinner } from '../../ui/Spinner.tsx'
import { type LetInApp, useAppsLetIn, useTakeBack } from './queries.ts'

/** The apps that act for whoever is signed in, each with the way to end that. */
export function AppsLetIn() {
  const apps = useAppsLetIn()
  const takeBack = useTakeBack()
  usePageTitle(t('Apps you have let in'))
  if (apps.isPending) return <PageSpinner />
  if (apps.isError) return <LoadFailed as="h1" onRetry={() => void apps.refetch()} />
  if (apps.data.length === 0) {
    return (
      <EmptyState
        as="h1"
        icon={<AppWindow aria-hidden="true" strokeWidth={1.75} />}
        title={t('No app has been let in')}
        line={t('An app that you let use your account stands here until you take that back.')}
      />
    )
  }
  return (
    <section className="panel max-w-lg p-5 md:p-8" aria-labelledby="apps-title">
      <h1 id="apps-title" className="type-h1">
        {t('Apps you have let in')}
      </h1>
      <p className="mt-1 text-ink-2">{t('They act in your name until you take that back.')}</p>
      <ul className="mt-4 divide-y divide-line">
        {apps.data.map((app) => (
          <AppRow
            key={app.clientId}
            app={app}
            isLeaving={takeBack.isPending && takeBack.variables.clientId === app.clientId}
            onTakeBack={() => takeBack.mutate(app)}
          />
        ))}
      </ul>
    </section>
  )
}

function AppRow({ app, isLeaving, onTakeBack }: { app: LetInApp; isLeaving: boolean; onTakeBack: () => void }) {
  const name = app.name ?? app.host ?? t('An app without a name')
  return (
    <li className="flex items-center gap-3 py-3">
      <AppWindow aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold [overflow-wrap:anywhere]">{name}</p>
        <p className="type-small text-ink-3">{t('Let in {when}', { when: formatTimeAgo(app.since) })}</p>
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
