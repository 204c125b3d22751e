import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import postgres from '#postgres'
import { renderError } from './error-response.ts'
import { AuthError, type AuthErrorOptions, WeakPasswordError } from './errors.ts'

async function answerTo(error: Error, headers: Record<string, string> = {}) {
  const app = Fastify()
  app.setErrorHandler(renderError)
  app.get('/', () => Promise.reject(error))
  const response = await app.inject({ url: '/', headers })
  await app.close()
  return { status: response.statusCode, headers: response.headers, body: response.json() }
}

const inNewShape = { 'x-supabase-api-version': '2024-01-01' }
const unknownUser = (options?: AuthErrorOptions) => new AuthError('user_not_found', options)

describe('an error', () => {
  test('has the legacy shape without an API version, with an invalid one and with one before 2024-01-01', async () => {
    const legacy = { code: 404, error_code: 'user_not_found', msg: 'User not found' }
    expect((await answerTo(unknownUser())).body).toEqual(legacy)
    expect((await answerTo(unknownUser(), { 'x-supabase-api-version': 'latest' })).body).toEqual(legacy)
    expect((await answerTo(unknownUser(), { 'x-supabase-api-version': '2023-12-31' })).body).toEqual(legacy)
  })

  test('has the new shape from API version 2024-01-01 on, and answers with that version', async () => {
    const answer = await answerTo(unknownUser(), { 'x-supabase-api-version': '2025-06-01' })
    expect(answer).toMatchObject({ status: 404, body: { code: 'user_not_found', message: 'User not found' } })
    expect(answer.headers).toMatchObject({
      'x-supabase-api-version': '2024-01-01',
      'x-sb-error-code': 'user_not_found',
    })
  })

  test('about a weak password names its reasons', async () => {
    const { body } = await answerTo(new WeakPasswordError(['length', 'pwned'], 'Too weak.'), inNewShape)
    expect(body).toEqual({
      code: 'weak_password',
      message: 'Too weak.',
      weak_password: { reasons: ['length', 'pwned'] },
    })
  })

  test('is 507 for a full disk, and names no file', async () => {
    const full = Object.assign(new postgres.PostgresError('could not extend file "base/5/1"'), { code: '53100' })
    const { status, body } = await answerTo(full, inNewShape)
    expect(status).toBe(507)
    expect(body).toEqual({ code: 'unexpected_failure', message: 'There is no space left on the server' })
  })

  test('that is unexpected reveals no details', async () => {
    const { status, body } = await answerTo(new Error('connect to 10.0.0.1 with secret'), inNewShape)
    expect(status).toBe(500)
    expect(body).toEqual({
      code: 'unexpected_failure',
      message: 'Unexpected failure, please check server logs for more information',
    })
  })
})
