import { Check, KeyRound, Link2Off, TriangleAlert } from 'lucide-react'
import { paths } from '../../../../../contract/paths.ts'
import { Trans } from '../../../i18n/Trans.tsx'
import { t } from '../../../i18n/t.ts'
import { Link } from '../../../lib/router.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { PageSpinner } from '../../../ui/Spinner.tsx'
import { readAccessOf, writeAccessOf } from './access-of.ts'
import { type AppRequest, useAnswer, useAppRequest } from './queries.ts'

/** Asks for consent to an app's access. */
export function Consent({ id }: { id: string }) {
  const request = useAppRequest(id)
  usePageTitle(t('security.apps.connect'))
  if (request.isPending || request.data === 'going') return <PageSpinner />
  if (request.isLoadingError) return <LoadFailed as="h1" onRetry={() => void request.refetch()} />
  return request.data ? <Question id={id} request={request.data} /> : <Over />
}

function Over() {
  return (
    <EmptyState
      as="h1"
      icon={<Link2Off aria-hidden="true" strokeWidth={1.75} />}
      title={t('security.consent.over')}
      line={t('security.consent.overHint')}
      action={
        <LinkButton to={paths.home} variant="secondary">
          {t('app.goHome')}
        </LinkButton>
      }
    />
  )
}

function Question({ id, request }: { id: string; request: AppRequest }) {
  const answer = useAnswer(id)
  const app = request.appName ?? request.appHost ?? t('security.activity.namelessApp')
  const isBusy = answer.isPending || answer.isSuccess
  return (
    <section className="panel max-w-lg p-5 md:p-8" aria-labelledby="consent-title">
      <KeyRound aria-hidden="true" strokeWidth={1.75} className="size-9 text-brand" />
      <h1 id="consent-title" className="type-h1 mt-4 text-balance [overflow-wrap:anywhere]">
        {t('security.consent.title', { app })}
      </h1>
      {request.appHost ? <p className="type-small mt-1 text-ink-3">{request.appHost}</p> : null}
      <Lines title={t('security.canSee')} lines={readAccessOf(request.scopes)} />
      <Lines title={t('security.permissions')} lines={writeAccessOf(request.scopes)} />
      <p className="mt-5 flex gap-2 rounded-control bg-saffron-soft p-3 text-saffron-ink">
        <TriangleAlert aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-5 shrink-0" />
        {t('security.consent.limits')}
      </p>
      <p className="type-small mt-5 text-ink-2 [overflow-wrap:anywhere]">
        {t('security.consent.goOnTo', { email: request.email, host: request.returnHost })}{' '}
        <Trans
          id="security.consent.disconnectHint"
          components={{ 0: <Link to={`${paths.dashboard}?tab=security`} className="underline underline-offset-2" /> }}
        />
      </p>
      <div className="mt-5 flex flex-wrap gap-2">
        <Button
          loading={isBusy && answer.variables === 'approve'}
          loadingLabel={t('security.allowing')}
          disabled={isBusy}
          onClick={() => answer.mutate('approve')}
        >
          {t('security.allow')}
        </Button>
        <Button
          variant="secondary"
          loading={isBusy && answer.variables === 'deny'}
          loadingLabel={t('security.goingBack')}
          disabled={isBusy}
          onClick={() => answer.mutate('deny')}
        >
          {t('common.cancel')}
        </Button>
      </div>
    </section>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <>
      <h2 className="mt-6 font-semibold">{title}</h2>
      <ul className="mt-2 grid gap-1.5">
        {lines.map((line) => (
          <li key={line} className="flex gap-2">
            <Check aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-5 shrink-0 text-brand" />
            {line}
          </li>
        ))}
      </ul>
    </>
  )
}
