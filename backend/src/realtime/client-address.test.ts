import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { clientAddressReader } from './client-address.ts'

function request(remoteAddress: string, forwardedFor?: string): IncomingMessage {
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage // all that is read of it
}

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['2001:DB8:1:2::6', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s counts as %s', (address, counted) => {
  expect(clientAddressReader(null)(request(address))).toBe(counted)
})

test('only the proxy that is trusted may speak for others', () => {
  const read = clientAddressReader('10.0.0.1')
  expect(read(request('10.0.0.1', '203.0.113.9'))).toBe('203.0.113.9')
  expect(read(request('10.0.0.2', '203.0.113.9'))).toBe('10.0.0.2')
  expect(clientAddressReader(null)(request('10.0.0.1', '203.0.113.9'))).toBe('10.0.0.1')
})
