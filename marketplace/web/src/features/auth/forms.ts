import { email as emailFormat, maxLength, minLength, object, pipe, regex, string, trim } from 'zod/mini'
import { t } from '../../i18n/t.ts'

const email = pipe(string().check(trim(), minLength(1, t('auth.emailMissing'))), emailFormat(t('auth.emailInvalid')))

// The server decides how strong a new password must be; here it only must not be empty.
export const signInForm = object({ email, password: string().check(minLength(1, t('auth.enterYourPassword'))) })

export const signUpForm = object({
  firstName: string().check(
    trim(),
    minLength(1, t('auth.firstNameMissing')),
    maxLength(50, t('auth.firstNameTooLong')),
  ),
  lastName: string().check(trim(), minLength(1, t('auth.lastNameMissing')), maxLength(50, t('auth.lastNameTooLong'))),
  phone: string().check(
    trim(),
    maxLength(20, t('auth.phoneTooLong')),
    regex(/^(\+?[\d\s().-]{5,})?$/, t('auth.phoneInvalid')),
  ),
  email,
  password: string().check(minLength(1, t('auth.chooseAPassword'))),
})

export const factorForm = object({
  code: pipe(string().check(trim()), string().check(minLength(6, t('auth.codeMissing')))),
})

export const forgotForm = object({ email })
export const newPasswordForm = object({ password: string().check(minLength(1, t('auth.chooseAPassword'))) })
