import { describe, expect, test } from 'vitest'
import { PipelineError, StatementError } from '../database/pipeline/errors.ts'
import { TokenError } from '../jwt/keyring.ts'
import { toRestError } from './errors.ts'
import { statusOfSqlState } from './sql-states.ts'

const raised = (code: string, message = 'm', detail?: string) =>
  new StatementError(new Map([['C', code], ['M', message], ...(detail === undefined ? [] : [['D', detail] as const])]))

describe('a database error', () => {
  test.each([
    ['23505', 409],
    ['23502', 400],
    ['08006', 503],
    ['57014', 500],
    ['57P01', 503],
    ['25006', 405],
    ['42883', 404],
    ['42P01', 404],
    ['42703', 400],
    ['53300', 503],
    ['53400', 500],
    ['P0001', 400],
    ['P0002', 500],
    ['PT418', 418],
    ['40001', 500],
  ])('%s has status %i', (code, status) => {
    expect(statusOfSqlState(code, '', null)).toBe(status)
  })

  test('keeps its code, message, detail and hint', () => {
    expect(toRestError(raised('23505', 'duplicate', 'Key (a)'), 'anon').body).toEqual({
      code: '23505',
      message: 'duplicate',
      details: 'Key (a)',
      hint: null,
    })
  })

  test('about missing rights is 401 for visitors and 403 for users', () => {
    expect(toRestError(raised('42501'), 'anon')).toMatchObject({
      status: 401,
      headers: { 'WWW-Authenticate': 'Bearer' },
    })
    expect(toRestError(raised('42501'), 'authenticated')).toMatchObject({ status: 403, headers: {} })
  })

  test('about an unknown role is 401, about a missing WHERE clause 400', () => {
    expect(statusOfSqlState('22023', 'role "ghost" does not exist', null)).toBe(401)
    expect(statusOfSqlState('22023', 'invalid value', null)).toBe(400)
    expect(statusOfSqlState('21000', 'DELETE requires a WHERE clause', null)).toBe(400)
    expect(statusOfSqlState('21000', 'more than one row', null)).toBe(500)
  })

  test('raised with an invalid payload is PGRST121', () => {
    for (const [message, detail] of [
      ['x', 'y'],
      ['{"code":"1"}', '{"status":400}'],
      ['{"code":"1","message":"m"}', '{"status":99}'],
    ]) {
      expect(toRestError(raised('PGRST', message, detail), null).code).toBe('PGRST121')
    }
  })
})

test('a refused token states the reason, also in WWW-Authenticate', () => {
  const expired = toRestError(new TokenError('expired', 'token has expired'), null)
  expect(expired.body).toEqual({ code: 'PGRST303', message: 'JWT expired', details: null, hint: null })
  expect(expired.headers['WWW-Authenticate']).toBe('Bearer error="invalid_token", error_description="JWT expired"')
  expect(toRestError(new TokenError('not_yet_valid', 'x'), null).body).toMatchObject({
    code: 'PGRST303',
    message: 'JWT not yet valid',
  })
  expect(toRestError(new TokenError('issued_in_future', 'x'), null).body.message).toBe('JWT issued at future')
  expect(toRestError(new TokenError('signature', 'no key'), null)).toMatchObject({ code: 'PGRST301', status: 401 })
})

test('a lost connection is 503 with Retry-After, and a queue timeout 504', () => {
  expect(toRestError(new PipelineError('connection_lost', 'x'), null)).toMatchObject({
    status: 503,
    headers: { 'Retry-After': '1' },
  })
  expect(toRestError(new PipelineError('queue_timeout', 'x'), null)).toMatchObject({ status: 504, code: 'PGRST003' })
})

test('an unexpected error reveals no internals to the client', () => {
  expect(toRestError(new Error('password=1234'), null).body).toEqual({
    code: 'PGRSTX00',
    message: 'Something went wrong',
    details: null,
    hint: null,
  })
})
