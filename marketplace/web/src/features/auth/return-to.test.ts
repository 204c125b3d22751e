import { expect, test } from 'vitest'
import { isOwnPath } from './return-to.ts'

test.each(['/post', '/messages?conversation=1', '/listing/abc'])('%s is a path of this site', (path) => {
  expect(isOwnPath(path)).toBe(true)
})

test.each(['//elsewhere.example', '/\\elsewhere.example', 'https://elsewhere.example', '/auth', '/auth?mode=forgot'])(
  '%s is not a valid destination after signing in',
  (path) => {
    expect(isOwnPath(path)).toBe(false)
  },
)
