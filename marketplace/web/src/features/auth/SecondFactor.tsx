import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { useAuth } from './AuthProvider.tsx'
import { BackToSignIn } from './ForgotForm.tsx'
import { phoneFactorOf } from './factor-codes.ts'
import { factorForm } from './forms.ts'
import { useAuthForm } from './use-auth-form.ts'

/** The second factor prompt, for accounts that have one. */
export function SecondFactor() {
  const { showFactor, textFactor, signOut, factorOwed } = useAuth()
  const phone = phoneFactorOf(factorOwed)
  const hasApp = factorOwed?.factors?.some(({ factor_type }) => factor_type === 'totp') ?? true
  const [sent, setSent] = useState<'not-yet' | 'sending' | 'sent'>('not-yet')
  const [problem, setProblem] = useState<string | null>(null)
  async function text(factorId: string): Promise<void> {
    setSent('sending')
    const { error } = await textFactor(factorId)
    setProblem(error?.message ?? null)
    setSent(error ? 'not-yet' : 'sent')
  }
  const { form, submit, isSubmitting, problems, attempt, field } = useAuthForm(
    'second-factor',
    factorForm,
    { code: '' },
    (values) => showFactor(values.code),
  )
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <ErrorSummary problems={problems} attempt={attempt} />
      {phone ? (
        <div className="grid gap-1.5">
          <Button
            variant="secondary"
            loading={sent === 'sending'}
            loadingLabel={t('common.sending')}
            onClick={() => void text(phone.id)}
          >
            {sent === 'sent' ? t('common.sendAnotherCode') : t('common.textMeCode')}
          </Button>
          <p role={problem ? 'alert' : 'status'} className={problem ? 'text-danger-ink' : 'text-ink-2'}>
            {problem ?? (sent === 'sent' ? t('auth.codeSentTo', { digits: phone.phone.slice(-3) }) : '')}
          </p>
        </div>
      ) : null}
      <Field label={t('common.code')} hint={hasApp ? t('auth.appCodeHint') : t('auth.textCodeHint')} {...field('code')}>
        {(control) => (
          <Input
            {...control}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            className="tnum"
            {...form.register('code')}
          />
        )}
      </Field>
      <Button type="submit" size="lg" loading={isSubmitting} loadingLabel={t('common.checking')}>
        {t('common.continue')}
      </Button>
      <BackToSignIn onBack={() => void signOut()} />
    </form>
  )
}
