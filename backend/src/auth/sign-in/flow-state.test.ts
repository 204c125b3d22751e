import { expect, test } from 'vitest'
import { parseCodeChallenge } from './flow-state.ts'

const challenge = 'a'.repeat(43)

test('without a challenge the flow is implicit', () => {
  expect(parseCodeChallenge({})).toBeNull()
  expect(parseCodeChallenge({ code_challenge: '', code_challenge_method: '' })).toBeNull()
})

test('the method of a challenge may be in any letter case', () => {
  expect(parseCodeChallenge({ code_challenge: challenge, code_challenge_method: 'S256' })).toEqual({
    challenge,
    method: 's256',
  })
})

test.each([
  [{ code_challenge: challenge }, 'PKCE flow requires code_challenge_method and code_challenge'],
  [{ code_challenge_method: 's256' }, 'PKCE flow requires code_challenge_method and code_challenge'],
  [{ code_challenge: 'a'.repeat(42), code_challenge_method: 's256' }, 'between 43 and 128 characters'],
  [{ code_challenge: 'a'.repeat(129), code_challenge_method: 's256' }, 'between 43 and 128 characters'],
  [{ code_challenge: `${'a'.repeat(43)}!`, code_challenge_method: 's256' }, 'alphanumeric characters'],
  [{ code_challenge: challenge, code_challenge_method: 'md5' }, 'Unsupported code_challenge_method'],
])('rejects %j', (body, message) => {
  expect(() => parseCodeChallenge(body)).toThrow(message)
})
