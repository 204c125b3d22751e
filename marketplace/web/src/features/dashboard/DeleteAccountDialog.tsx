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
import { phoneFactorOf } from '../auth/factor-codes.ts'
import { useCaptcha } from '../auth/use-captcha.tsx'
import { mailProofCode, type ProofKind, proofKindOf, prove, textProofCode } from './proof.ts'

/** What deleting an account does, and the proof that it asks for. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { user, signOut } = useAuth()
  const email = user?.email ?? ''
  const phone = phoneFactorOf(user)
  const [kind, setKind] = useState<ProofKind>(user ? proofKindOf(user) : 'password')
  const [secret, setSecret] = useState('')
  const captcha = useCaptcha()
  const formId = useId()
  const solved = () => {
    const check = captcha.take()
    if (!check.isSolved) throw new Error(check.why)
    return check.token
  }
  const sending = useMutation({
    mutationFn: () => (kind === 'factor' && phone ? textProofCode(phone.id) : mailProofCode(email, solved())),
    onSuccess: () => setKind(kind === 'factor' ? 'factor' : 'mail'),
  })
  const leaving = useMutation({
    mutationFn: async () => {
      await prove({ kind, email, secret, captchaToken: kind === 'password' ? solved() : undefined })
      return dataOf(await supabase.rpc('delete_my_account')) as { erase_at: string } // by public.delete_my_account()
    },
    onSuccess: async ({ erase_at }) => {
      await signOut()
      toast({
        title: t('Your account is closed'),
        description: t('It is erased on {day}. Sign in before then to keep it.', { day: formatDate(erase_at) }),
      })
    },
  })
  const needsMail = kind === 'mail' && !sending.isSuccess
  const canSend = kind === 'factor' ? phone !== null : email !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    leaving.mutate()
  }
  const field = fieldOf(kind)
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
        {whatHappens().map((line) => (
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
        {kind === 'factor' ? null : captcha.widget}
        {canSend ? (
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
            {sendLabel(kind, sending.isSuccess)}
          </Button>
        ) : null}
        {sending.isError ? (
          <p role="alert" className="text-danger-ink">
            {sentenceOf(sending.error)}
          </p>
        ) : null}
      </form>
    </Dialog>
  )
}

function whatHappens(): string[] {
  return [
    t('Nobody sees your profile, your ads and your reviews any more.'),
    t('Open offers and deals end, and the other people are told.'),
    t('You are signed out on every device.'),
    t('What you wrote to others stays with them, in the name of “Deleted account”.'),
  ]
}

interface ProofField {
  readonly label: string
  readonly hint?: string
  readonly type: string
  readonly autoComplete: string
}

function fieldOf(kind: ProofKind): ProofField {
  if (kind === 'password') return { label: t('Your password'), type: 'password', autoComplete: 'current-password' }
  const code = { type: 'text', autoComplete: 'one-time-code' }
  if (kind === 'mail') return { ...code, label: t('The code from the mail') }
  return {
    ...code,
    label: t('Code'),
    hint: t('The six digits of your second step, or one of your recovery codes.'),
  }
}

function sendLabel(kind: ProofKind, isSent: boolean): string {
  if (kind === 'factor') return isSent ? t('Send another code') : t('Text me a code')
  if (kind === 'mail') return isSent ? t('Send another code') : t('Email me a code')
  return t('Email me a code instead')
}
