import { expect, test } from 'vitest'
import { jsonOf } from './json-of.ts'

test('returns a database value as is, and throws when it is missing', () => {
  expect(jsonOf<{ total: number }>({ total: 3 }).total).toBe(3)
  expect(jsonOf<string[]>([])).toEqual([])
  for (const none of [null, undefined, 'text']) expect(() => jsonOf(none)).toThrow('without a value')
})
