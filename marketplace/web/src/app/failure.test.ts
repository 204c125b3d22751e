import { expect, test } from 'vitest'
import { dataOf, RequestFailed, sentenceOf } from './failure.ts'

const refused = (code: string, status: number, message = 'words of the server') => {
  try {
    dataOf({ data: null, error: { code, message }, status })
  } catch (error) {
    return error as RequestFailed // dataOf throws nothing else
  }
  throw new Error('was not refused')
}

test('an answer without an error is its data', () => {
  expect(dataOf({ data: [1], error: null, status: 200 })).toEqual([1])
})

test('a rule of the marketplace keeps its words, whatever its status', () => {
  expect(refused('PT422', 422).message).toBe('words of the server')
  expect(refused('PT404', 404).message).toBe('words of the server')
})

test('a constraint, a missing right and our own failures are explained without database words', () => {
  expect(refused('23514', 400).message).toContain('check the form')
  expect(refused('22003', 400).message).toContain('check the form')
  expect(refused('42501', 403).message).toContain('your own ads')
  expect(refused('XX000', 500).message).toContain('not you')
  expect(refused('PGRST202', 404).message).toContain('not you')
})

test('no answer at all means offline, so that it is tried again later', () => {
  expect(refused('', 0)).toMatchObject({ isOffline: true, message: 'You are offline.' })
  expect(refused('PT422', 422).isOffline).toBe(false)
})

test('anything thrown has a sentence', () => {
  expect(sentenceOf(new RequestFailed('No.', { isOffline: false, cause: null }))).toBe('No.')
  expect(sentenceOf('odd')).toContain('try again')
})
