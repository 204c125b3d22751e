import { email as emailFormat, maxLength, minLength, object, pipe, regex, string, trim } from 'zod/mini'

const email = pipe(
  string().check(trim(), minLength(1, 'Enter your email address')),
  emailFormat('Enter an email address like name@example.com'),
)

// How good a new password must be is the server's decision; here it only must be there.
export const signInForm = object({ email, password: string().check(minLength(1, 'Enter your password')) })

export const signUpForm = object({
  firstName: string().check(
    trim(),
    minLength(1, 'Enter your first name'),
    maxLength(50, 'Use at most 50 characters for the first name'),
  ),
  lastName: string().check(
    trim(),
    minLength(1, 'Enter your last name'),
    maxLength(50, 'Use at most 50 characters for the last name'),
  ),
  phone: string().check(
    trim(),
    maxLength(20, 'Use at most 20 characters for the phone number'),
    regex(/^(\+?[\d\s().-]{5,})?$/, 'Enter a phone number like +351 912 000 000, or leave it empty'),
  ),
  email,
  password: string().check(minLength(1, 'Choose a password')),
})

export const factorForm = object({
  code: pipe(string().check(trim()), string().check(minLength(6, 'Enter the six digits, or a recovery code'))),
})

export const forgotForm = object({ email })
export const newPasswordForm = object({ password: string().check(minLength(1, 'Choose a password')) })
