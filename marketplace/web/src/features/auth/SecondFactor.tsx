import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { useAuth } from './AuthProvider.tsx'
import { BackToSignIn } from './ForgotForm.tsx'
import { factorForm } from './forms.ts'
import { useAuthForm } from './use-auth-form.ts'

/** The second step of signing in, for accounts that have one. */
export function SecondFactor() {
  const { showFactor, signOut } = useAuth()
  const { form, submit, isSubmitting, problems, attempt, field } = useAuthForm(
    'second-factor',
    factorForm,
    { code: '' },
    (values) => showFactor(values.code),
  )
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <ErrorSummary problems={problems} attempt={attempt} />
      <Field
        label={t('Code')}
        hint={t('The six digits in your authenticator app, or one of your recovery codes.')}
        {...field('code')}
      >
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
      <Button type="submit" size="lg" loading={isSubmitting} loadingLabel={t('Checking')}>
        {t('Continue')}
      </Button>
      <BackToSignIn onBack={() => void signOut()} />
    </form>
  )
}
