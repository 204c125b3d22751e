import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { Field } from '../../ui/Field.tsx'
import { InputField } from '../../ui/fields.tsx'
import { useAuth } from './AuthProvider.tsx'
import { signInForm } from './forms.ts'
import { PasswordInput } from './PasswordInput.tsx'
import { useAuthForm } from './use-auth-form.ts'

interface SignInFormProps {
  email: string
  /** Shares the typed address with the other forms. */
  onEmail: (email: string) => void
  onForgot: () => void
}

/** Email and password. */
export function SignInForm({ email, onEmail, onForgot }: SignInFormProps) {
  const { signIn } = useAuth()
  const { form, submit, isSubmitting, problems, attempt, field, captcha } = useAuthForm(
    'sign-in',
    signInForm,
    { email, password: '' },
    (values, captchaToken) => signIn(values.email, values.password, captchaToken),
    { asksCaptcha: true },
  )
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <ErrorSummary problems={problems} attempt={attempt} />
      <InputField
        label={t('common.email')}
        {...field('email')}
        type="email"
        autoComplete="username"
        inputMode="email"
        {...form.register('email', { onChange: (event) => onEmail(event.target.value) })}
      />
      <Field
        label={t('auth.password')}
        {...field('password')}
        action={
          <button type="button" onClick={onForgot} className="hit-44 font-semibold text-brand">
            {t('auth.forgotShort')}
          </button>
        }
      >
        {(control) => <PasswordInput {...control} autoComplete="current-password" {...form.register('password')} />}
      </Field>
      {captcha}
      <Button type="submit" size="lg" loading={isSubmitting} loadingLabel={t('auth.signingIn')}>
        {t('shell.signIn')}
      </Button>
    </form>
  )
}
