import { expect, test } from 'vitest'
import { parseLsn } from './lsn.ts'

test('WAL positions compare as numbers', () => {
  expect(parseLsn('16/B374D848')).toBe(0x16b374d848n)
  expect(parseLsn('0/9') < parseLsn('0/10')).toBe(true)
  expect(parseLsn('1/0') > parseLsn('0/FFFFFFFF')).toBe(true)
})
