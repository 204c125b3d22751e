import { expect, test } from 'vitest'
import { keyOfAnswer } from './answer-key.ts'

const URL_OF = 'https://souk.example/rest/v1/messages?select=*'
const tokenOf = (sub: string) => `Bearer x.${btoa(JSON.stringify({ sub })).replace(/=+$/, '')}.y`

test('an answer is found again by the same person, whatever token they have', () => {
  expect(keyOfAnswer(URL_OF, tokenOf('ana'))).toBe(keyOfAnswer(URL_OF, `${tokenOf('ana')}2`))
})

test('nobody finds the answer to somebody else, or to a visitor', () => {
  const keys = [tokenOf('ana'), tokenOf('ben'), 'Bearer sb_publishable_key', null, 'Bearer a.%%%.c'].map((asker) =>
    keyOfAnswer(URL_OF, asker),
  )
  expect(new Set(keys).size).toBe(4)
  expect(keys[2]).toBe(keys[3]) // both are visitors
})
