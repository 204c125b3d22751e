import { expect, test } from 'vitest'
import { StatementError } from '../database/pipeline/errors.ts'
import { ShareExceeded } from '../http/shares.ts'
import { toRestError } from './errors.ts'

const SECRETS = 'base/5/16384.1 /var/lib/souk db-7.internal select secret from accounts'

test.each([
  ['53100', 507],
  ['53200', 503],
  ['53300', 503],
  ['58030', 500],
  ['57P01', 503],
  ['57P03', 503],
  ['08006', 503],
  ['F0000', 500],
  ['XX001', 500],
  ['54001', 400],
])('%s is a %i that names no file, host or statement', (code, status) => {
  const fields = new Map([
    ['C', code],
    ['M', `could not extend file "${SECRETS}"`],
    ['D', SECRETS],
    ['H', SECRETS],
  ])
  const error = toRestError(new StatementError(fields), 'anon')
  expect([error.status, error.code]).toEqual([status, code])
  expect(JSON.stringify(error.body)).not.toMatch(/base\/|\/var|internal|select/)
})

test('an exceeded share has Retry-After', () => {
  expect(toRestError(new ShareExceeded(3), 'anon')).toMatchObject({
    status: 429,
    code: 'PT429',
    headers: { 'Retry-After': '3' },
  })
})

test('an application’s code gets its configured status and message, and the raised details', () => {
  const fields = new Map([
    ['C', 'SK351'],
    ['M', 'offer_above_price'],
    ['D', '{"amount": 12}'],
  ])
  const explain = (code: string, details: string | null) =>
    code === 'SK351' && details === '{"amount": 12}' ? { status: 422, message: 'Offer 12 or less.' } : null
  const error = toRestError(new StatementError(fields), 'authenticated', explain)
  expect([error.status, error.body]).toEqual([
    422,
    { code: 'SK351', details: '{"amount": 12}', hint: null, message: 'Offer 12 or less.' },
  ])
  const unique = new StatementError(new Map([['C', '23505']]))
  expect(toRestError(unique, 'authenticated', explain).status).toBe(409)
})
