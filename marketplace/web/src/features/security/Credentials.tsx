import { type FormEvent, useState } from 'react'
import { config } from '../../app/config.ts'
import { sentenceOf } from '../../app/failure.ts'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { toast } from '../../ui/toast.ts'
import { changeEmail, changePassword } from './api.ts'
import { Panel } from './Panel.tsx'
import { useSecurityAct } from './queries.ts'

/** The address and the password. */
export function Credentials({ email }: { email: string }) {
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
  const [currentPassword, setCurrentPassword] = useState('')
  const [nonce, setNonce] = useState<string | null>(null)
  const change = useSecurityAct(changePassword)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(
      { password, currentPassword, nonce: nonce?.replaceAll(/\s/g, '') },
      {
        onSuccess: (outcome) => {
          if (outcome === 'code-needed') return setNonce('')
          setPassword('')
          setCurrentPassword('')
          setNonce(null)
          toast({ title: t('Password changed. Your other devices are signed out') })
        },
      },
    )
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-2">
      {/* Tells password managers whose password this is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      {config.account.currentPassword ? (
        <Field label={t('Current password')} className="min-w-56 flex-1">
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="current-password"
              value={currentPassword}
              onChange={(event) => setCurrentPassword(event.target.value)}
            />
          )}
        </Field>
      ) : null}
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
      {nonce === null ? null : (
        <Field label={t('The code from the mail')} hint={t('Sent to {email}.', { email })} className="min-w-56 flex-1">
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="one-time-code"
              value={nonce}
              onChange={(event) => setNonce(event.target.value)}
            />
          )}
        </Field>
      )}
      <Button
        type="submit"
        variant="secondary"
        disabled={password === '' || nonce === ''}
        loading={change.isPending}
        loadingLabel={t('Saving')}
      >
        {t('Change password')}
      </Button>
    </form>
  )
}
