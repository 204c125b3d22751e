import { z } from 'zod'

const email = z
  .string()
  .trim()
  .min(1, 'Enter your email address')
  .pipe(z.email('Enter an email address like name@example.com'))

// How good a new password must be is the server's decision; here it only must be there.
export const signInForm = z.object({ email, password: z.string().min(1, 'Enter your password') })

export const signUpForm = z.object({
  firstName: z.string().trim().min(1, 'Enter your first name').max(50, 'Use at most 50 characters for the first name'),
  lastName: z.string().trim().min(1, 'Enter your last name').max(50, 'Use at most 50 characters for the last name'),
  phone: z
    .string()
    .trim()
    .max(20, 'Use at most 20 characters for the phone number')
    .regex(/^(\+?[\d\s().-]{5,})?$/, 'Enter a phone number like +351 912 000 000, or leave it empty'),
  email,
  password: z.string().min(1, 'Choose a password'),
})

export const forgotForm = z.object({ email })
export const newPasswordForm = z.object({ password: z.string().min(1, 'Choose a password') })
