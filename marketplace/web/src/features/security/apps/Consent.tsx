import { Check, KeyRound, Link2Off, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../../../../contract/paths.ts'
import { Trans } from '../../../i18n/Trans.tsx'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { PageSpinner } from '../../../ui/Spinner.tsx'
import { type AppRequest, useAnswer, useAppRequest } from './queries.ts'
import { toldBy } from './told-by.ts'

/** An app elsewhere wants to act for whoever is signed in: what that means, and yes or no. */
export function Consent({ id }: { id: string }) {
  const request = useAppRequest(id)
  usePageTitle(t('Let an app in'))
  if (request.isPending || request.data === 'going') return <PageSpinner />
  if (request.isError) return <LoadFailed as="h1" onRetry={() => void request.refetch()} />
  return request.data ? <Question id={id} request={request.data} /> : <Over />
}

function Over() {
  return (
    <EmptyState
      as="h1"
      icon={<Link2Off aria-hidden="true" strokeWidth={1.75} />}
      title={t('This request is over')}
      line={t('Requests wait for ten minutes. Go back to the app and begin again.')}
      action={
        <LinkButton to={paths.home} variant="secondary">
          {t('Go home')}
        </LinkButton>
      }
    />
  )
}

function Question({ id, request }: { id: string; request: AppRequest }) {
  const answer = useAnswer(id)
  const app = request.appName ?? request.appHost ?? t('An app without a name')
  const isBusy = answer.isPending || answer.isSuccess
  return (
    <section className="panel max-w-lg p-5 md:p-8" aria-labelledby="consent-title">
      <KeyRound aria-hidden="true" strokeWidth={1.75} className="size-9 text-brand" />
      <h1 id="consent-title" className="type-h1 mt-4 text-balance [overflow-wrap:anywhere]">
        {t('{app} would like to use your account', { app })}
      </h1>
      {request.appHost ? <p className="type-small mt-1 text-ink-3">{request.appHost}</p> : null}
      <h2 className="mt-6 font-semibold">{t('It is told')}</h2>
      <ul className="mt-2 grid gap-1.5">
        {toldBy(request.scopes).map((line) => (
          <li key={line} className="flex gap-2">
            <Check aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-5 shrink-0 text-brand" />
            {line}
          </li>
        ))}
      </ul>
      <p className="mt-5 flex gap-2 rounded-control bg-saffron-soft p-3 text-saffron-ink">
        <TriangleAlert aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-5 shrink-0" />
        {t(
          'It can do here in your name what you can do: read and write messages, post and change ads. Say yes only to an app that you trust.',
        )}
      </p>
      <p className="type-small mt-5 text-ink-2 [overflow-wrap:anywhere]">
        {t('You are signed in as {email} and go on to {host}.', { email: request.email, host: request.returnHost })}{' '}
        <Trans
          message="You can take this back at any time, under <0>Apps you have let in</0>."
          components={{ 0: <Link to={`${paths.dashboard}?tab=security`} className="underline underline-offset-2" /> }}
        />
      </p>
      <div className="mt-5 flex flex-wrap gap-2">
        <Button
          loading={isBusy && answer.variables === 'approve'}
          loadingLabel={t('Letting it in')}
          disabled={isBusy}
          onClick={() => answer.mutate('approve')}
        >
          {t('Let it in')}
        </Button>
        <Button
          variant="secondary"
          loading={isBusy && answer.variables === 'deny'}
          loadingLabel={t('Going back')}
          disabled={isBusy}
          onClick={() => answer.mutate('deny')}
        >
          {t('No, go back')}
        </Button>
      </div>
    </section>
  )
}
