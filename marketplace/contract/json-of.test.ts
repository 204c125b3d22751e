import { expect, test } from 'vitest'
import { jsonOf } from './json-of.ts'

test('a value of the database is handed on as it is, and one that is missing is found out', () => {
  expect(jsonOf<{ total: number }>({ total: 3 }).total).toBe(3)
  expect(jsonOf<string[]>([])).toEqual([])
  for (const none of [null, undefined, 'text']) expect(() => jsonOf(none)).toThrow('without a value')
})
