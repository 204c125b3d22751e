import { type FormEvent, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { Button } from '../../ui/Button.tsx'
import { InputField } from '../../ui/fields.tsx'
import { toast } from '../../ui/toast.ts'
import { changeEmail, changePassword } from './api.ts'
import { Panel } from './Panel.tsx'
import { useSecurityMutation } from './queries.ts'

/** Email and password. */
export function Credentials({ email }: { email: string }) {
  const [changing, setChanging] = useState<'email' | 'password' | null>(null)
  const opens = (what: 'email' | 'password', label: string) =>
    changing === what ? null : (
      <Button variant="secondary" size="s" aria-label={label} onClick={() => setChanging(what)}>
        {t('common.change')}
      </Button>
    )
  return (
    <>
      <Panel title={t('common.email')} line={email} action={opens('email', t('security.changeEmail'))}>
        {changing === 'email' ? <EmailForm email={email} /> : null}
      </Panel>
      <Panel
        title={t('auth.password')}
        line={t('security.passwordHint')}
        action={opens('password', t('security.changePassword'))}
      >
        {changing === 'password' ? <PasswordForm email={email} /> : null}
      </Panel>
    </>
  )
}

function EmailForm({ email }: { email: string }) {
  const [wanted, setWanted] = useState('')
  const change = useSecurityMutation(changeEmail, t('security.checkBothInboxes'))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(wanted.trim(), { onSuccess: () => setWanted('') })
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-2">
      <InputField
        label={t('security.newEmailAddress')}
        className="min-w-56 flex-1"
        error={change.isError ? sentenceOf(change.error) : undefined}
        type="email"
        autoComplete="email"
        placeholder={email}
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
      />
      <Button
        type="submit"
        variant="secondary"
        disabled={wanted.trim() === ''}
        loading={change.isPending}
        loadingLabel={t('common.sending')}
      >
        {t('security.changeEmail')}
      </Button>
    </form>
  )
}

function PasswordForm({ email }: { email: string }) {
  const [password, setPassword] = useState('')
  const [currentPassword, setCurrentPassword] = useState('')
  const [nonce, setNonce] = useState<string | null>(null)
  const change = useSecurityMutation(changePassword)
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
          toast({ title: t('security.passwordChangedOthersOut') })
        },
      },
    )
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-2">
      {/* For password managers. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      {config.account.currentPassword ? (
        <InputField
          label={t('security.currentPassword')}
          className="min-w-56 flex-1"
          type="password"
          autoComplete="current-password"
          value={currentPassword}
          onChange={(event) => setCurrentPassword(event.target.value)}
        />
      ) : null}
      <InputField
        label={t('common.newPassword')}
        className="min-w-56 flex-1"
        error={change.isError ? sentenceOf(change.error) : undefined}
        type="password"
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {nonce === null ? null : (
        <InputField
          label={t('common.codeFromEmail')}
          hint={t('common.sentToEmail', { email })}
          className="min-w-56 flex-1"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={nonce}
          onChange={(event) => setNonce(event.target.value)}
        />
      )}
      <Button
        type="submit"
        variant="secondary"
        disabled={password === '' || nonce === ''}
        loading={change.isPending}
        loadingLabel={t('common.saving')}
      >
        {t('security.changePassword')}
      </Button>
    </form>
  )
}
