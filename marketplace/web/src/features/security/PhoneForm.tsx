import { type FormEvent, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { Button } from '../../ui/Button.tsx'
import { InputField } from '../../ui/fields.tsx'
import { useAuth } from '../auth/AuthProvider.tsx'
import { changePhone, confirmPhone } from './api.ts'
import { Panel } from './Panel.tsx'
import { useSecurityMutation } from './queries.ts'

/** Changes the sign-in phone number, confirmed by a texted code. */
export function PhoneForm() {
  const { user } = useAuth()
  const [wanted, setWanted] = useState('')
  const [asked, setAsked] = useState<string | null>(null)
  const [code, setCode] = useState('')
  const change = useSecurityMutation(changePhone)
  const confirm = useSecurityMutation(confirmPhone, t('security.phoneNumberChanged'))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (asked === null) {
      const number = wanted.trim()
      change.mutate(number, { onSuccess: (isConfirmed) => (isConfirmed ? setWanted('') : setAsked(number)) })
    } else {
      const done = () => {
        setAsked(null)
        setWanted('')
        setCode('')
      }
      confirm.mutate({ phone: asked, token: code.replaceAll(/\s/g, '') }, { onSuccess: done })
    }
  }
  const now = user?.phone ? `+${user.phone}` : null
  return (
    <Panel
      title={t('security.phoneNumber')}
      line={now ? t('security.phone.signInWith', { now }) : t('security.phone.hint')}
    >
      <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-2">
        {asked === null ? (
          <InputField
            label={t('security.newPhoneNumber')}
            className="min-w-56 flex-1"
            error={change.isError ? sentenceOf(change.error) : undefined}
            type="tel"
            autoComplete="tel"
            placeholder="+351 912 000 000"
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
          />
        ) : (
          <InputField
            label={t('security.phone.codeLabel')}
            hint={t('security.phone.sentTo', { asked })}
            className="min-w-56 flex-1"
            error={confirm.isError ? sentenceOf(confirm.error) : undefined}
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
        <Button
          type="submit"
          variant="secondary"
          disabled={(asked === null ? wanted : code).trim() === ''}
          loading={change.isPending || confirm.isPending}
          loadingLabel={asked === null ? t('common.sending') : t('common.checking')}
        >
          {asked === null ? t('security.changeNumber') : t('security.confirmNumber')}
        </Button>
      </form>
    </Panel>
  )
}
