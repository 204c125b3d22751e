import { describe, expect, test } from 'vitest'
import { effectiveClaims, isForReadingOnly, NO_DATA_FOR_APPLICATIONS, reductionOf } from './token-rights.ts'

const CLAIMS = Object.freeze({ sub: 'anna', role: 'authenticated', aal: 'aal1', email: 'anna@example.com', exp: 9 })
const RIGHTS = { role: 'helper', scopes: ['notes:read', 'notes:write'] }
const PERSON = { applicationScopes: null, hasFactor: false }

describe('effectiveClaims', () => {
  test('are unchanged for a user without a pending factor', () => {
    expect(effectiveClaims(CLAIMS, PERSON, RIGHTS)).toBe(CLAIMS)
    const shown = { ...CLAIMS, aal: 'aal2' }
    expect(effectiveClaims(shown, { ...PERSON, hasFactor: true }, RIGHTS)).toBe(shown)
  })

  test('are a visitor’s while a second factor is missing, also for applications', () => {
    for (const applicationScopes of [null, ['notes:write']]) {
      const claims = effectiveClaims(CLAIMS, { applicationScopes, hasFactor: true }, RIGHTS)
      expect(claims).toEqual({ role: 'anon', reduced: 'second_factor', exp: 9 })
      expect(reductionOf(claims)).toBe('second_factor')
    }
  })

  test('are the application’s role with the data scopes alone, without the user’s identity', () => {
    const claims = effectiveClaims(CLAIMS, { applicationScopes: ['email', 'notes:read'], hasFactor: false }, RIGHTS)
    expect(claims).toMatchObject({ role: 'helper', sub: 'anna', scope: 'notes:read' })
    expect(claims).not.toHaveProperty('email')
    expect(isForReadingOnly({ ...claims, client_id: 'ledger' })).toBe(true)
    expect(isForReadingOnly({ client_id: 'ledger', scope: 'notes:write' })).toBe(false)
    expect(isForReadingOnly(CLAIMS)).toBe(false)
  })

  test('are a visitor’s for applications without a data scope, and where none are configured', () => {
    for (const [scopes, rights] of [
      [['openid', 'email'], RIGHTS],
      [['notes:write'], NO_DATA_FOR_APPLICATIONS],
    ] as const) {
      const claims = effectiveClaims(CLAIMS, { applicationScopes: scopes, hasFactor: false }, rights)
      expect(claims).toEqual({ role: 'anon', reduced: 'application', exp: 9 })
    }
  })
})
