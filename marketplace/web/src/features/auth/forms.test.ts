import { AuthWeakPasswordError } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { signUpForm } from './forms.ts'
import { passwordStrength } from './password-strength.ts'
import { weakPasswordText } from './weak-password.ts'

const marta = { firstName: 'Marta', lastName: 'Reis', phone: '', email: 'marta@example.com', password: 'x' }

describe('the sign-up form', () => {
  test("leaves the password's strength to the server", () => {
    expect(signUpForm.safeParse(marta).success).toBe(true)
  })

  test.each([
    ['email', 'marta@example'],
    ['email', ''],
    ['firstName', ' '],
    ['phone', 'call me'],
    ['password', ''],
  ])('rejects %s = "%s"', (field, value) => {
    const { success, error } = signUpForm.safeParse({ ...marta, [field]: value })
    expect(success).toBe(false)
    expect(error?.issues.map((issue) => issue.path[0])).toEqual([field])
  })

  test.each(['', '+351 912 000 000', '(020) 7946-0123'])('accepts the phone "%s"', (phone) => {
    expect(signUpForm.safeParse({ ...marta, phone }).success).toBe(true)
  })
})

test('a weak password is explained once, in a sentence that says what to do', () => {
  const leaked = new AuthWeakPasswordError('Password is known to be weak and easy to guess.', 422, ['pwned'])
  expect(weakPasswordText(leaked)).toBe('This password appeared in a data leak. Choose another.')
  const short = new AuthWeakPasswordError('Password should be at least 8 characters.', 422, ['length'])
  expect(weakPasswordText(short)).toBe('Password should be at least 8 characters.')
  expect(weakPasswordText(new Error('something else'))).toBeNull()
})

test.each([
  ['sunny', 1],
  ['aaaaaaaaaaaa', 1],
  ['sunnydays', 2],
  ['Sunny-d4y', 3],
  ['three sunny days', 4],
])('"%s" fills %i of four bars', (password, bars) => {
  expect(passwordStrength(password)?.bars).toBe(bars)
})
