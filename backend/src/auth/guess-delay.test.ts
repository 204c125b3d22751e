import { expect, test } from 'vitest'
import { createGuessDelay } from './guess-delay.ts'

test('guessing at one account gets slower and slower, and never locks it', () => {
  let now = 0
  const delay = createGuessDelay(true, () => now)
  for (let n = 0; n < 9; n += 1) delay.failed('anna')
  delay.requirePatience('anna')
  delay.failed('anna')
  expect(() => delay.requirePatience('anna')).toThrow('Request rate limit reached')
  expect(() => delay.requirePatience('ben')).not.toThrow()
  now += 1000
  delay.requirePatience('anna')

  for (let n = 0; n < 20; n += 1) delay.failed('anna')
  now += 29_000
  expect(() => delay.requirePatience('anna')).toThrow('Request rate limit reached')
  now += 1000
  delay.requirePatience('anna')
})

test('the right password, or a quiet quarter of an hour, is a fresh start', () => {
  let now = 0
  const delay = createGuessDelay(true, () => now)
  for (let n = 0; n < 12; n += 1) delay.failed('anna')
  delay.succeeded('anna')
  delay.requirePatience('anna')

  for (let n = 0; n < 9; n += 1) delay.failed('anna')
  now += 16 * 60_000
  delay.failed('anna')
  delay.requirePatience('anna')
})

test('it can be switched off with the other limits', () => {
  const delay = createGuessDelay(false)
  for (let n = 0; n < 50; n += 1) delay.failed('anna')
  delay.requirePatience('anna')
})
