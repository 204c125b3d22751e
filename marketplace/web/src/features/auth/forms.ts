import { email as emailFormat, maxLength, minLength, object, pipe, regex, string, trim } from 'zod/mini'
import { t } from '../../i18n/t.ts'

const email = pipe(
  string().check(trim(), minLength(1, t('Enter your email address'))),
  emailFormat(t('Enter an email address like name@example.com')),
)

// How good a new password must be is the server's decision; here it only must be there.
export const signInForm = object({ email, password: string().check(minLength(1, t('Enter your password'))) })

export const signUpForm = object({
  firstName: string().check(
    trim(),
    minLength(1, t('Enter your first name')),
    maxLength(50, t('Use at most 50 characters for the first name')),
  ),
  lastName: string().check(
    trim(),
    minLength(1, t('Enter your last name')),
    maxLength(50, t('Use at most 50 characters for the last name')),
  ),
  phone: string().check(
    trim(),
    maxLength(20, t('Use at most 20 characters for the phone number')),
    regex(/^(\+?[\d\s().-]{5,})?$/, t('Enter a phone number like +351 912 000 000, or leave it empty')),
  ),
  email,
  password: string().check(minLength(1, t('Choose a password'))),
})

export const factorForm = object({
  code: pipe(string().check(trim()), string().check(minLength(6, t('Enter the six digits, or a recovery code')))),
})

export const forgotForm = object({ email })
export const newPasswordForm = object({ password: string().check(minLength(1, t('Choose a password'))) })
