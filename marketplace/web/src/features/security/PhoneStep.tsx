import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { InputField } from '../../ui/fields.tsx'
import { beginPhoneStep, endSecondStep, finishPhoneStep } from './api.ts'
import { Panel } from './Panel.tsx'
import { useSecondStep, useSecurityMutation } from './queries.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** Second factor by text message. */
export function PhoneStep() {
  const step = useSecondStep()
  const [isEnrolling, setEnrolling] = useState(false)
  const end = useSecurityMutation(endSecondStep, t('security.phoneStep.removed'))
  const phone = step.data?.phone ?? null
  return (
    <Panel
      title={t('security.phoneStep.title')}
      line={t('security.phoneStep.hint')}
      query={step}
      action={
        phone === null ? (
          <Button
            variant="secondary"
            size="s"
            aria-label={t('security.phoneStep.add')}
            onClick={() => setEnrolling(true)}
          >
            {t('security.setUp')}
          </Button>
        ) : null
      }
    >
      {phone === null ? null : (
        <div className="flex flex-wrap items-center gap-3">
          <Badge tone="success">{t('common.on')}</Badge>
          <span className="tnum text-ink-2">{t('security.phoneStep.endingIn', { digits: phone.digits })}</span>
          <Button
            variant="ghost"
            size="s"
            loading={end.isPending}
            loadingLabel={t('security.turningOff')}
            onClick={() => end.mutate(phone.factorId)}
          >
            {t('security.turnOff')}
          </Button>
        </div>
      )}
      {isEnrolling ? <PhoneDialog onClose={() => setEnrolling(false)} /> : null}
    </Panel>
  )
}

function PhoneDialog({ onClose }: { onClose: () => void }) {
  const [number, setNumber] = useState('')
  const [code, setCode] = useState('')
  const formId = useId()
  const begin = useMutation({ mutationFn: () => beginPhoneStep(number.trim()) })
  const finish = useMutation({
    mutationFn: (begun: { factorId: string; challengeId: string }) =>
      finishPhoneStep(begun, code.replaceAll(/\s/g, '')),
  })
  const settle = useSecurityMutation(async () => undefined, t('security.phoneStep.on'))
  const codes = finish.data
  const close = () => {
    if (codes !== undefined) settle.mutate(undefined)
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (begin.data)
      finish.mutate(begin.data, { onSuccess: (made) => (made.length === 0 ? finishQuietly() : undefined) })
    else begin.mutate()
  }
  const finishQuietly = () => {
    settle.mutate(undefined)
    onClose()
  }
  const hasCodes = codes !== undefined && codes.length > 0
  return (
    <Dialog
      onClose={close}
      title={hasCodes ? t('security.enrol.keepCodes') : t('security.phoneStep.title')}
      description={hasCodes ? t('security.enrol.codesHint') : t('security.phoneStep.enterHint')}
      cancel={hasCodes ? undefined : t('common.cancel')}
      footer={
        hasCodes ? (
          <Button onClick={close}>{t('security.enrol.codesKept')}</Button>
        ) : (
          <Button
            type="submit"
            form={formId}
            disabled={begin.data ? code.trim() === '' : number.trim() === ''}
            loading={begin.isPending || finish.isPending}
            loadingLabel={begin.data ? t('common.checking') : t('common.sending')}
          >
            {begin.data ? t('security.turnOn') : t('security.sendACode')}
          </Button>
        )
      }
    >
      {hasCodes ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
          <InputField
            label={t('security.phoneNumber')}
            hint={t('security.phone.countryCode')}
            error={begin.isError ? sentenceOf(begin.error) : undefined}
            type="tel"
            autoComplete="tel"
            value={number}
            readOnly={begin.data !== undefined}
            onChange={(event) => setNumber(event.target.value)}
          />
          {begin.data ? (
            <InputField
              label={t('security.phone.codeLabel')}
              error={finish.isError ? sentenceOf(finish.error) : undefined}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={7}
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          ) : null}
        </form>
      )}
    </Dialog>
  )
}
