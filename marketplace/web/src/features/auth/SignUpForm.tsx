import { useWatch } from 'react-hook-form'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { Field } from '../../ui/Field.tsx'
import { InputField } from '../../ui/fields.tsx'
import { useAuth } from './AuthProvider.tsx'
import { signUpForm } from './forms.ts'
import { PasswordInput, StrengthMeter } from './PasswordInput.tsx'
import { useAuthForm } from './use-auth-form.ts'

interface SignUpFormProps {
  email: string
  onEmail: (email: string) => void
  /** Called when there is an account, confirmed or not. */
  onSignedUp: () => void
  /** Called when the account awaits confirmation by email. */
  onConfirmationSent: (email: string) => void
}

/** Names, email, phone and password. There is no role field: new accounts get the default. */
export function SignUpForm({ email, onEmail, onSignedUp, onConfirmationSent }: SignUpFormProps) {
  const { signUp } = useAuth()
  const start = { firstName: '', lastName: '', phone: '', email, password: '' }
  const { form, submit, isSubmitting, problems, attempt, field, captcha } = useAuthForm(
    'sign-up',
    signUpForm,
    start,
    async (values, captchaToken) => {
      const result = await signUp(values, captchaToken)
      if (!result.error) onSignedUp()
      if (result.confirmationSent) onConfirmationSent(values.email)
      return result
    },
    { asksCaptcha: true },
  )
  const password = useWatch({ control: form.control, name: 'password' })
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <ErrorSummary problems={problems} attempt={attempt} />
      <div className="grid grid-cols-2 gap-3">
        <InputField
          label={t('common.firstName')}
          {...field('firstName')}
          autoComplete="given-name"
          {...form.register('firstName')}
        />
        <InputField
          label={t('common.lastName')}
          {...field('lastName')}
          autoComplete="family-name"
          {...form.register('lastName')}
        />
      </div>
      <InputField
        label={t('common.email')}
        {...field('email')}
        type="email"
        autoComplete="email"
        inputMode="email"
        {...form.register('email', { onChange: (event) => onEmail(event.target.value) })}
      />
      <InputField
        label={t('common.phone')}
        aside={t('common.optional')}
        hint={t('auth.phonePrivate')}
        {...field('phone')}
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        placeholder="+351 912 000 000"
        {...form.register('phone')}
      />
      <div className="grid gap-2">
        <Field label={t('auth.password')} {...field('password')}>
          {(control) => <PasswordInput {...control} autoComplete="new-password" {...form.register('password')} />}
        </Field>
        {field('password').error ? null : <StrengthMeter password={password} />}
      </div>
      {captcha}
      <Button type="submit" size="lg" loading={isSubmitting} loadingLabel={t('auth.creatingYourAccount')}>
        {t('auth.createAccount')}
      </Button>
    </form>
  )
}
