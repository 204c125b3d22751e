import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { dataOf, sentenceOf } from '../../lib/data/failure.ts'
import { supabase } from '../../lib/data/supabase.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { InputField } from '../../ui/fields.tsx'
import { formatDate } from '../../ui/format.ts'
import { toast } from '../../ui/toast.ts'
import { useAuth } from '../auth/AuthProvider.tsx'
import { phoneFactorOf } from '../auth/factor-codes.ts'
import { useCaptcha } from '../auth/use-captcha.tsx'
import { mailProofCode, type ProofKind, proofKindOf, prove, textProofCode } from './proof.ts'

/** Explains account deletion and asks for a fresh proof of identity. */
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
        title: t('dashboard.deleteAccount.closed'),
        description: t('dashboard.deleteAccount.erasedOn', { day: formatDate(erase_at) }),
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
      title={t('dashboard.deleteAccount.question')}
      description={t('dashboard.deleteAccount.takeBack')}
      cancel={t('dashboard.keepMyAccount')}
      footer={
        <Button
          type="submit"
          form={formId}
          variant="danger"
          disabled={secret.trim() === '' || needsMail}
          loading={leaving.isPending}
          loadingLabel={t('common.deleting')}
        >
          {t('dashboard.deleteMyAccount')}
        </Button>
      }
    >
      <ul className="list-disc space-y-1 ps-5 text-ink-2">
        {whatHappens().map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <form id={formId} noValidate onSubmit={submit} className="mt-5 grid gap-3">
        {/* For password managers. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        {needsMail ? null : (
          <InputField
            label={field.label}
            hint={kind === 'mail' ? t('common.sentToEmail', { email }) : field.hint}
            error={leaving.isError ? sentenceOf(leaving.error) : undefined}
            type={field.type}
            autoComplete={field.autoComplete}
            value={secret}
            onChange={(event) => setSecret(event.target.value)}
          />
        )}
        {kind === 'factor' ? null : captcha.widget}
        {canSend ? (
          <Button
            variant="ghost"
            size="s"
            className="w-fit"
            loading={sending.isPending}
            loadingLabel={t('common.sending')}
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
    t('dashboard.deleteAccount.profileHidden'),
    t('dashboard.deleteAccount.dealsEnd'),
    t('dashboard.deleteAccount.signedOut'),
    t('dashboard.deleteAccount.messagesStay'),
  ]
}

interface ProofField {
  readonly label: string
  readonly hint?: string
  readonly type: string
  readonly autoComplete: string
}

function fieldOf(kind: ProofKind): ProofField {
  if (kind === 'password')
    return { label: t('dashboard.yourPassword'), type: 'password', autoComplete: 'current-password' }
  const code = { type: 'text', autoComplete: 'one-time-code' }
  if (kind === 'mail') return { ...code, label: t('common.codeFromEmail') }
  return {
    ...code,
    label: t('common.code'),
    hint: t('dashboard.deleteAccount.codeHint'),
  }
}

function sendLabel(kind: ProofKind, isSent: boolean): string {
  if (kind === 'factor') return isSent ? t('common.sendAnotherCode') : t('common.textMeCode')
  if (kind === 'mail') return isSent ? t('common.sendAnotherCode') : t('dashboard.deleteAccount.emailCode')
  return t('dashboard.deleteAccount.emailCodeInstead')
}
