import { expect, test } from 'vitest'
import { parseBanDuration } from './attributes.ts'

test.each([
  ['300ms', 0.3],
  ['2h45m', 9900],
  ['1.5h', 5400],
  ['24h', 86_400],
  ['none', null],
])('parses %s as a ban of %s seconds', (text, seconds) => {
  expect(parseBanDuration(text)).toBe(seconds)
})

test.each(['', '5', '-1h', '1d', '1h ', 'h', '99999999999h'])('rejects %j as a ban duration', (text) => {
  expect(() => parseBanDuration(text)).toThrow('invalid format for ban duration')
})
