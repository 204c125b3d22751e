import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { dataOf, sentenceOf } from '../../app/failure.ts'
import { supabase } from '../../app/supabase.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { formatDate } from '../../ui/format.ts'
import { Input } from '../../ui/Input.tsx'
import { toast } from '../../ui/toast.ts'
import { useAuth } from '../auth/AuthProvider.tsx'
import { mailProofCode, type ProofKind, proofKindOf, prove } from './proof.ts'

/** The way out: 30 days to change one's mind, then everything is erased. */
export function DeleteAccount() {
  const [isAsking, setAsking] = useState(false)
  return (
    <div className="panel p-5">
      <h2 className="type-h3">{t('Deleting your account')}</h2>
      <p className="mt-1 text-ink-2">
        {t(
          'Your profile and ads disappear at once, and after 30 days everything about you is erased. Until then you can take it back by signing in.',
        )}
      </p>
      <Button variant="danger" className="mt-4" onClick={() => setAsking(true)}>
        {t('Delete my account')}
      </Button>
      {isAsking ? <DeleteAccountDialog onClose={() => setAsking(false)} /> : null}
    </div>
  )
}

const WHAT_HAPPENS = [
  t('Nobody sees your profile, your ads and your reviews any more.'),
  t('Open offers and deals end, and the other people are told.'),
  t('You are signed out on every device.'),
  t('What you wrote to others stays with them, in the name of “Deleted account”.'),
]

const FIELDS: Record<ProofKind, { label: string; hint?: string; type: string; autoComplete: string }> = {
  password: { label: t('Your password'), type: 'password', autoComplete: 'current-password' },
  mail: { label: t('The code from the mail'), type: 'text', autoComplete: 'one-time-code' },
  factor: {
    label: t('Code'),
    hint: t('The six digits in your authenticator app, or one of your recovery codes.'),
    type: 'text',
    autoComplete: 'one-time-code',
  },
}

function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { user, signOut } = useAuth()
  const email = user?.email ?? ''
  const [kind, setKind] = useState<ProofKind>(user ? proofKindOf(user) : 'password')
  const [secret, setSecret] = useState('')
  const formId = useId()
  const sending = useMutation({ mutationFn: () => mailProofCode(email), onSuccess: () => setKind('mail') })
  const leaving = useMutation({
    mutationFn: async () => {
      await prove({ kind, email, secret })
      return dataOf(await supabase.rpc('delete_my_account')) as { erase_at: string } // by public.delete_my_account()
    },
    onSuccess: async ({ erase_at }) => {
      await signOut()
      toast({
        title: t('Your account is closed'),
        description: t('It is erased on {date}. Sign in before then to keep it.', { date: formatDate(erase_at) }),
      })
    },
  })
  const needsMail = kind === 'mail' && !sending.isSuccess
  const submit = (event: FormEvent) => {
    event.preventDefault()
    leaving.mutate()
  }
  const field = FIELDS[kind]
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || leaving.isPending ? undefined : onClose())}
      title={t('Delete your account?')}
      description={t('You can take it back for 30 days, by signing in.')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('Keep my account')}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="danger"
            disabled={secret.trim() === '' || needsMail}
            loading={leaving.isPending}
            loadingLabel={t('Deleting')}
          >
            {t('Delete my account')}
          </Button>
        </>
      }
    >
      <ul className="list-disc space-y-1 ps-5 text-ink-2">
        {WHAT_HAPPENS.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <form id={formId} noValidate onSubmit={submit} className="mt-5 grid gap-3">
        {/* Tells password managers whose password this is. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        {needsMail ? null : (
          <Field
            label={field.label}
            hint={kind === 'mail' ? t('Sent to {email}.', { email }) : field.hint}
            error={leaving.isError ? sentenceOf(leaving.error) : undefined}
          >
            {(control) => (
              <Input
                {...control}
                type={field.type}
                autoComplete={field.autoComplete}
                value={secret}
                onChange={(event) => setSecret(event.target.value)}
              />
            )}
          </Field>
        )}
        {kind === 'factor' || email === '' ? null : (
          <Button
            variant="ghost"
            size="s"
            className="w-fit"
            loading={sending.isPending}
            loadingLabel={t('Sending')}
            onClick={() => {
              setSecret('')
              leaving.reset()
              sending.mutate()
            }}
          >
            {kind === 'mail'
              ? sending.isSuccess
                ? t('Send another code')
                : t('Email me a code')
              : t('Email me a code instead')}
          </Button>
        )}
        {sending.isError ? (
          <p role="alert" className="text-danger-ink">
            {sentenceOf(sending.error)}
          </p>
        ) : null}
      </form>
    </Dialog>
  )
}
