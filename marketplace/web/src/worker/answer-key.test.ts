import { expect, test } from 'vitest'
import { keyOfAnswer } from './answer-key.ts'

const URL_OF = 'https://souk.example/rest/v1/messages?select=*'
const tokenOf = (sub: string) => `Bearer x.${btoa(JSON.stringify({ sub })).replace(/=+$/, '')}.y`

test('a cached answer is found by the same user with a new token', () => {
  expect(keyOfAnswer(URL_OF, tokenOf('ana'))).toBe(keyOfAnswer(URL_OF, `${tokenOf('ana')}2`))
})

test('a cached answer is never found by another user or a visitor', () => {
  const keys = [tokenOf('ana'), tokenOf('ben'), 'Bearer sb_publishable_key', null, 'Bearer a.%%%.c'].map((asker) =>
    keyOfAnswer(URL_OF, asker),
  )
  expect(new Set(keys).size).toBe(4)
  expect(keys[2]).toBe(keys[3]) // both are visitors
})
