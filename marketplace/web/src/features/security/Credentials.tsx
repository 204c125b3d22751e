import { type FormEvent, useState } from 'react'
import { sentenceOf } from '../../app/failure.ts'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { changeEmail, changePassword } from './api.ts'
import { Panel } from './Panel.tsx'
import { useIdentities, useSecurityAct } from './queries.ts'

const PROVIDERS: Readonly<Record<string, string>> = { email: t('Email and password'), google: 'Google' }

/** The address, the password, and what else opens the account. */
export function Credentials({ email }: { email: string }) {
  const identities = useIdentities()
  return (
    <Panel
      title={t('Email and password')}
      line={
        <Trans
          message="You sign in as <0>{email}</0>."
          values={{ email }}
          components={{ 0: <strong className="font-semibold text-ink" /> }}
        />
      }
    >
      <EmailForm email={email} />
      <PasswordForm email={email} />
      {identities.data && identities.data.length > 1 ? (
        <p className="type-small text-ink-3">
          {t('This account also opens with {data}.', {
            data: identities.data.map(({ provider }) => PROVIDERS[provider] ?? provider).join(' and '),
          })}
        </p>
      ) : null}
    </Panel>
  )
}

function EmailForm({ email }: { email: string }) {
  const [wanted, setWanted] = useState('')
  const change = useSecurityAct(changeEmail, t('Check both inboxes: the new address counts when both have agreed'))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(wanted.trim(), { onSuccess: () => setWanted('') })
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-2">
      <Field
        label={t('New email address')}
        className="min-w-56 flex-1"
        error={change.isError ? sentenceOf(change.error) : undefined}
      >
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="email"
            placeholder={email}
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
          />
        )}
      </Field>
      <Button
        type="submit"
        variant="secondary"
        disabled={wanted.trim() === ''}
        loading={change.isPending}
        loadingLabel={t('Sending')}
      >
        {t('Change email')}
      </Button>
    </form>
  )
}

function PasswordForm({ email }: { email: string }) {
  const [password, setPassword] = useState('')
  const change = useSecurityAct(changePassword, t('Password changed. Your other devices are signed out'))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(password, { onSuccess: () => setPassword('') })
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-2">
      {/* Tells password managers whose password this is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field
        label={t('New password')}
        className="min-w-56 flex-1"
        error={change.isError ? sentenceOf(change.error) : undefined}
      >
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <Button
        type="submit"
        variant="secondary"
        disabled={password === ''}
        loading={change.isPending}
        loadingLabel={t('Saving')}
      >
        {t('Change password')}
      </Button>
    </form>
  )
}
