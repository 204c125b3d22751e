import { expect, test } from 'vitest'
import { redirectError } from './redirect-error.ts'

const expired = 'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired'

test('an expired link is reported, from the hash or the query', () => {
  expect(redirectError({ hash: `#${expired}`, search: '' })).toBe('Email link is invalid or has expired')
  expect(redirectError({ hash: '', search: `?${expired}` })).toBe('Email link is invalid or has expired')
})

test('a session in the hash or a plain URL is not an error', () => {
  expect(redirectError({ hash: '#access_token=x&type=recovery', search: '' })).toBeNull()
  expect(redirectError({ hash: '', search: '?q=error' })).toBeNull()
})
