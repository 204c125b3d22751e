import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { InputField } from '../../ui/fields.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { beginSecondStep, finishSecondStep } from './api.ts'
import { useSecurityMutation } from './queries.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** Sets up an authenticator app, then shows recovery codes. */
export function EnrolDialog({ onClose }: { onClose: () => void }) {
  const [code, setCode] = useState('')
  // A new secret each time.
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
  const settle = useSecurityMutation(async () => undefined, t('security.enrol.on'))
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
      onClose={close}
      title={done ? t('security.enrol.keepCodes') : t('security.enrol.title')}
      description={done ? t('security.enrol.codesHint') : t('security.enrol.scanHint')}
      cancel={done ? undefined : t('common.cancel')}
      footer={
        done ? (
          <Button onClick={close}>{t('security.enrol.codesKept')}</Button>
        ) : (
          <Button
            type="submit"
            form="enrol-form"
            disabled={!enrolment.data}
            loading={finish.isPending}
            loadingLabel={t('common.checking')}
          >
            {t('security.turnOn')}
          </Button>
        )
      }
    >
      {done ? <RecoveryCodes codes={finish.data} /> : null}
      {!done && enrolment.isError ? <LoadFailed as="h3" onRetry={() => void enrolment.refetch()} /> : null}
      {!done && !enrolment.isError ? (
        <form id="enrol-form" noValidate onSubmit={submit} className="grid gap-4">
          {enrolment.data ? (
            <img
              src={enrolment.data.picture}
              alt={t('security.enrol.qrAlt')}
              className="size-48 rounded-field border border-line bg-white p-2"
            />
          ) : (
            <Skeleton className="size-48 rounded-field" />
          )}
          <details className="text-ink-2">
            <summary className="min-h-11 cursor-pointer content-center font-semibold">
              {t('security.enrol.cannotScan')}
            </summary>
            <p>
              <Trans
                id="security.enrol.typeKey"
                values={{ secret: enrolment.data?.secret }}
                components={{ 0: <code className="tnum break-all font-mono" /> }}
              />
            </p>
          </details>
          <InputField
            label={t('security.enrol.codeHint')}
            error={finish.isError ? sentenceOf(finish.error) : undefined}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </form>
      ) : null}
    </Dialog>
  )
}
