import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { sentenceOf } from '../../app/failure.ts'
import { t } from '../../i18n/t.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { beginPhoneStep, endSecondStep, finishPhoneStep } from './api.ts'
import { Panel } from './Panel.tsx'
import { useSecondStep, useSecurityAct } from './queries.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** Codes by text message, asked after the password: for who has no app for them. */
export function PhoneStep() {
  const step = useSecondStep()
  const [isEnrolling, setEnrolling] = useState(false)
  const end = useSecurityAct(endSecondStep, t('No more codes by text message'))
  const phone = step.data?.phone ?? null
  return (
    <Panel
      title={t('Codes by text message')}
      line={t('A code that comes to your phone, asked after your password. An authenticator app is the safer choice.')}
      query={step}
    >
      {phone === null ? (
        <Button variant="secondary" className="justify-self-start" onClick={() => setEnrolling(true)}>
          {t('Add a phone number')}
        </Button>
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <Badge tone="success">{t('On')}</Badge>
          <span className="tnum text-ink-2">{t('Number ending in {digits}', { digits: phone.digits })}</span>
          <Button
            variant="ghost"
            size="s"
            loading={end.isPending}
            loadingLabel={t('Turning off')}
            onClick={() => end.mutate(phone.factorId)}
          >
            {t('Turn off')}
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
  const settle = useSecurityAct(async () => undefined, t('Codes by text message are on'))
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
      open
      onOpenChange={close}
      title={hasCodes ? t('Keep your recovery codes') : t('Codes by text message')}
      description={
        hasCodes
          ? t('Each lets you in once when your phone is lost. They are shown only now.')
          : t('We send a code to the number; type it here, and it is asked at every sign-in.')
      }
      footer={
        hasCodes ? (
          <Button onClick={close}>{t('I have kept them')}</Button>
        ) : (
          <>
            <Button variant="secondary" onClick={close}>
              {t('Cancel')}
            </Button>
            <Button
              type="submit"
              form={formId}
              disabled={begin.data ? code.trim() === '' : number.trim() === ''}
              loading={begin.isPending || finish.isPending}
              loadingLabel={begin.data ? t('Checking') : t('Sending')}
            >
              {begin.data ? t('Turn on') : t('Send a code')}
            </Button>
          </>
        )
      }
    >
      {hasCodes ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
          <Field
            label={t('Phone number')}
            hint={t('With the country code, such as +351 912 000 000.')}
            error={begin.isError ? sentenceOf(begin.error) : undefined}
          >
            {(control) => (
              <Input
                {...control}
                type="tel"
                autoComplete="tel"
                value={number}
                readOnly={begin.data !== undefined}
                onChange={(event) => setNumber(event.target.value)}
              />
            )}
          </Field>
          {begin.data ? (
            <Field
              label={t('The six digits of the message')}
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
          ) : null}
        </form>
      )}
    </Dialog>
  )
}
