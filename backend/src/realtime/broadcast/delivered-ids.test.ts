import { expect, test } from 'vitest'
import { DeliveredIds } from './delivered-ids.ts'

test('an id is new once, and is remembered for two generations', () => {
  const ids = new DeliveredIds()
  expect(ids.add('a')).toBe(true)
  expect(ids.add('a')).toBe(false)
  ids.startGeneration()
  expect(ids.add('a')).toBe(false)
  ids.startGeneration()
  expect(ids.add('a')).toBe(true)
})
