import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { config } from '../../app/config.ts'
import { sentenceOf } from '../../app/failure.ts'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { beginSecondStep, finishSecondStep } from './api.ts'
import { useSecurityAct } from './queries.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** Scan, type the first code, keep the recovery codes. */
export function EnrolDialog({ onClose }: { onClose: () => void }) {
  const [code, setCode] = useState('')
  // A new secret for every opening: one that somebody saw and left is worth nothing.
  const enrolment = useQuery({
    queryKey: ['security-enrolment'],
    queryFn: () => beginSecondStep(config.brandName),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const finish = useMutation({
    mutationFn: (factorId: string) => finishSecondStep(factorId, code.replaceAll(/\s/g, '')),
  })
  const settle = useSecurityAct(async () => undefined, t('Two-step sign-in is on'))
  const done = finish.data !== undefined
  const close = () => {
    if (done) settle.mutate(undefined)
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (enrolment.data) finish.mutate(enrolment.data.factorId)
  }
  return (
    <Dialog
      open
      onOpenChange={close}
      title={done ? t('Keep your recovery codes') : t('Set up an authenticator app')}
      description={
        done
          ? t('Each lets you in once when your phone is lost. They are shown only now.')
          : t('Scan the picture with an app such as Aegis, 1Password or Google Authenticator.')
      }
      footer={
        done ? (
          <Button onClick={close}>{t('I have kept them')}</Button>
        ) : (
          <>
            <Button variant="secondary" onClick={close}>
              {t('Cancel')}
            </Button>
            <Button
              type="submit"
              form="enrol-form"
              disabled={!enrolment.data}
              loading={finish.isPending}
              loadingLabel={t('Checking')}
            >
              {t('Turn on')}
            </Button>
          </>
        )
      }
    >
      {done ? <RecoveryCodes codes={finish.data} /> : null}
      {!done && enrolment.isError ? (
        <LoadFailed what={t('the set-up')} as="h3" onRetry={() => void enrolment.refetch()} />
      ) : null}
      {!done && !enrolment.isError ? (
        <form id="enrol-form" noValidate onSubmit={submit} className="grid gap-4">
          {enrolment.data ? (
            <img
              src={enrolment.data.picture}
              alt={t('A code to scan with your authenticator app')}
              className="size-48 rounded-field border border-line bg-white p-2"
            />
          ) : (
            <Skeleton className="size-48 rounded-field" />
          )}
          <details className="text-ink-2">
            <summary className="min-h-11 cursor-pointer content-center font-semibold">{t('I cannot scan it')}</summary>
            <p>
              <Trans
                message="Type this key into the app: <0>{secret}</0>"
                values={{ secret: enrolment.data?.secret }}
                components={{ 0: <code className="tnum break-all font-mono" /> }}
              />
            </p>
          </details>
          <Field
            label={t('The six digits that the app shows')}
            error={finish.isError ? sentenceOf(finish.error) : undefined}
          >
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={7}
                value={code}
                onChange={(event) => setCode(event.target.value)}
              />
            )}
          </Field>
        </form>
      ) : null}
    </Dialog>
  )
}
