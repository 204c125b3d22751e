import { expect, test } from 'vitest'
import { isLoopback, isPublicAddress, literalOf } from './public-network.ts'

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '192.168.1.1',
  '169.254.169.254',
  '172.31.0.1',
  '100.64.0.1',
  '198.18.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '::1',
  '::',
  '::ffff:10.0.0.1',
  '::ffff:127.0.0.1',
  '64:ff9b::a00:1',
  '2002:a00:1::',
  'fd00::1',
  'fe80::1',
  'no address',
])('%s is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'])('%s is a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test('recognises every loopback address, and reads IP literals from URLs', () => {
  expect(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'].map(isLoopback)).toEqual([true, true, true, true])
  expect(['10.0.0.1', '::2', 'localhost'].map(isLoopback)).toEqual([false, false, false])
  expect(['https://[::1]:8/x', 'https://127.1/x', 'https://example.com'].map((url) => literalOf(new URL(url)))).toEqual(
    ['::1', '127.0.0.1', null],
  )
})
