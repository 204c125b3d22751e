import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { dataOf, sentenceOf } from '../../app/failure.ts'
import { supabase } from '../../app/supabase.ts'
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
      <h2 className="type-h3">Deleting your account</h2>
      <p className="mt-1 text-ink-2">
        Your profile and ads disappear at once, and after 30 days everything about you is erased. Until then you can
        take it back by signing in.
      </p>
      <Button variant="danger" className="mt-4" onClick={() => setAsking(true)}>
        Delete my account
      </Button>
      {isAsking ? <DeleteAccountDialog onClose={() => setAsking(false)} /> : null}
    </div>
  )
}

const WHAT_HAPPENS = [
  'Nobody sees your profile, your ads and your reviews any more.',
  'Open offers and deals end, and the other people are told.',
  'You are signed out on every device.',
  'What you wrote to others stays with them, in the name of “Deleted account”.',
]

const FIELDS: Record<ProofKind, { label: string; hint?: string; type: string; autoComplete: string }> = {
  password: { label: 'Your password', type: 'password', autoComplete: 'current-password' },
  mail: { label: 'The code from the mail', type: 'text', autoComplete: 'one-time-code' },
  factor: {
    label: 'Code',
    hint: 'The six digits in your authenticator app, or one of your recovery codes.',
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
        title: 'Your account is closed',
        description: `It is erased on ${formatDate(erase_at)}. Sign in before then to keep it.`,
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
      title="Delete your account?"
      description="You can take it back for 30 days, by signing in."
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep my account
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="danger"
            disabled={secret.trim() === '' || needsMail}
            loading={leaving.isPending}
            loadingLabel="Deleting"
          >
            Delete my account
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
            hint={kind === 'mail' ? `Sent to ${email}.` : field.hint}
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
            loadingLabel="Sending"
            onClick={() => {
              setSecret('')
              leaving.reset()
              sending.mutate()
            }}
          >
            {kind === 'mail'
              ? sending.isSuccess
                ? 'Send another code'
                : 'Email me a code'
              : 'Email me a code instead'}
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
