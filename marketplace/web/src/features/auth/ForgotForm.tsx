import { ArrowLeft } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { InputField } from '../../ui/fields.tsx'
import { useAuth } from './AuthProvider.tsx'
import { forgotForm } from './forms.ts'
import { useAuthForm } from './use-auth-form.ts'

interface ForgotFormProps {
  email: string
  onEmail: (email: string) => void
  onSent: (email: string) => void
  onBack: () => void
}

/** Requests a reset link. The response is the same whether or not the address has an account. */
export function ForgotForm({ email, onEmail, onSent, onBack }: ForgotFormProps) {
  const { resetPassword } = useAuth()
  const { form, submit, isSubmitting, problems, attempt, field, captcha } = useAuthForm(
    'forgot',
    forgotForm,
    { email },
    async (values, captchaToken) => {
      const result = await resetPassword(values.email, captchaToken)
      if (!result.error) onSent(values.email)
      return result
    },
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
      {captcha}
      <Button type="submit" size="lg" loading={isSubmitting} loadingLabel={t('common.sending')}>
        {t('auth.sendResetLink')}
      </Button>
      <BackToSignIn onBack={onBack} />
    </form>
  )
}

/** The back link of the secondary forms. */
export function BackToSignIn({ onBack }: { onBack: () => void }) {
  return (
    <button
      type="button"
      onClick={onBack}
      className="inline-flex min-h-11 items-center gap-1.5 justify-self-start font-semibold text-brand"
    >
      <ArrowLeft aria-hidden="true" strokeWidth={1.75} className="size-4" />
      {t('auth.backToSignIn')}
    </button>
  )
}
