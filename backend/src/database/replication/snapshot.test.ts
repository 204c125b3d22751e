import { expect, test } from 'vitest'
import { parseSnapshot, sees, wholeTransaction } from './snapshot.ts'

test('a snapshot sees the transactions that had ended when it was taken', () => {
  const snapshot = parseSnapshot('10:20:12,15')
  expect([9n, 10n, 12n, 13n, 15n, 19n].map((id) => sees(snapshot, id))).toEqual([true, true, false, true, false, true])
  expect(sees(snapshot, 20n)).toBe(false)
  expect(sees(parseSnapshot('20:20:'), 19n)).toBe(true)
})

test('a WAL transaction keeps its epoch, also around 32-bit wraparound', () => {
  const turn = 3n << 32n
  expect(wholeTransaction(5, turn + 3n)).toBe(turn + 5n)
  expect(wholeTransaction(4294967295, turn + 3n)).toBe(turn - 1n)
  expect(wholeTransaction(2, turn - 4n)).toBe(turn + 2n)
})

test('rejects text that is not a snapshot', () => {
  expect(() => parseSnapshot('')).toThrow()
})
