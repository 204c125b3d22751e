import { useWatch } from 'react-hook-form'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { Field } from '../../ui/Field.tsx'
import { useAuth } from './AuthProvider.tsx'
import { newPasswordForm } from './forms.ts'
import { PasswordInput, StrengthMeter } from './PasswordInput.tsx'
import { useAuthForm } from './use-auth-form.ts'

/** Sets a new password after a recovery link, then continues like a sign-in. */
export function NewPasswordForm() {
  const { user, setNewPassword } = useAuth()
  const { form, submit, isSubmitting, problems, attempt, field } = useAuthForm(
    'new-password',
    newPasswordForm,
    { password: '' },
    (values) => setNewPassword(values.password),
  )
  const password = useWatch({ control: form.control, name: 'password' })
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <ErrorSummary problems={problems} attempt={attempt} />
      {/* For password managers. */}
      <input type="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <div className="grid gap-2">
        <Field label={t('common.newPassword')} {...field('password')}>
          {(control) => <PasswordInput {...control} autoComplete="new-password" {...form.register('password')} />}
        </Field>
        {field('password').error ? null : <StrengthMeter password={password} />}
      </div>
      <Button type="submit" size="lg" loading={isSubmitting} loadingLabel={t('common.saving')}>
        {t('auth.savePassword')}
      </Button>
    </form>
  )
}
