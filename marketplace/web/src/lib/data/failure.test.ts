import { AuthApiError, AuthRetryableFetchError, FunctionsFetchError, StorageApiError } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { dataOf, isTransient, RequestFailed, sentenceOf } from './failure.ts'

const refused = (code: string, status: number, message = 'words of the server') => {
  try {
    dataOf({ data: null, error: { code, message }, status })
  } catch (error) {
    return error as RequestFailed // dataOf throws nothing else
  }
  throw new Error('was not refused')
}

test('a response without an error yields its data', () => {
  expect(dataOf({ data: [1], error: null, status: 200 })).toEqual([1])
})

test("a refusal without a message of ours keeps the server's text", () => {
  expect(refused('SK998', 422).message).toBe('words of the server')
  expect(refused('SK999', 404).message).toBe('words of the server')
})

test('constraint violations, missing permissions and our own failures are explained without database terms', () => {
  expect(refused('23514', 400).message).toContain('check it')
  expect(refused('22003', 400).message).toContain('check it')
  expect(refused('42501', 403).message).toContain('permission')
  expect(refused('XX000', 500).message).toContain('not you')
  expect(refused('PGRST202', 404).message).toContain('not you')
})

test('no response at all counts as offline, so the call is retried later', () => {
  expect(refused('', 0)).toMatchObject({
    isOffline: true,
    message: 'No connection. Check your internet and try again.',
  })
  expect(refused('SK998', 422).isOffline).toBe(false)
})

test('every thrown value has a message', () => {
  expect(sentenceOf(new RequestFailed('No.', { isOffline: false, cause: null }))).toBe('No.')
  expect(sentenceOf('odd')).toContain('try again')
})

const NO_ANSWER = 'No connection. Check your internet and try again.'
const OUR_FAULT = 'That didn’t work. It’s us, not you. Please try again.'
const BUSY = 'We’re very busy right now. Try again in a few seconds.'

test.each([
  ['fetch in Chromium', new TypeError('Failed to fetch'), NO_ANSWER],
  ['fetch in Firefox', new TypeError('NetworkError when attempting to fetch resource.'), NO_ANSWER],
  ['fetch in Safari', new TypeError('Load failed'), NO_ANSWER],
  ['the data API', { message: 'TypeError: Failed to fetch', code: '', details: '', hint: '' }, NO_ANSWER],
  ['the auth client', new AuthRetryableFetchError('Failed to fetch', 0), NO_ANSWER],
  ['the auth client behind a proxy', new AuthRetryableFetchError('Bad Gateway', 502), OUR_FAULT],
  ['a server on its way up', new AuthRetryableFetchError('Service Unavailable', 503), BUSY],
  ['storage behind a proxy', new StorageApiError('Bad Gateway', 502, '502'), OUR_FAULT],
  ['a function', new FunctionsFetchError({}), NO_ANSWER],
  ['a time limit of ours', new DOMException('signal timed out', 'TimeoutError'), NO_ANSWER],
  ['a database that is full', { message: 'too many connections', code: '53300' }, BUSY],
])('texts of browsers and proxies are not shown: %s', (_, error, sentence) => {
  expect(sentenceOf(error)).toBe(sentence)
  expect(isTransient(error)).toBe(true)
})

test('a refusal is not retried', () => {
  const wrongPassword = new AuthApiError('Invalid login credentials', 400, 'invalid_credentials')
  expect(sentenceOf(wrongPassword)).toBe('Invalid login credentials')
  expect([refused('SK998', 422), { message: 'denied', code: '42501' }, wrongPassword].map(isTransient)).toEqual([
    false,
    false,
    false,
  ])
})
