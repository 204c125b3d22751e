import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { createAddressWriter, networkOf, networkOfRequest } from './client-address.ts'

function request(remoteAddress: string, headers: IncomingHttpHeaders = {}): IncomingMessage {
  return { socket: { remoteAddress }, headers } as IncomingMessage // the only properties that are read
}

const KEY = 'k'.repeat(43)

function written(trustProxy: string | null, remoteAddress: string, headers: IncomingHttpHeaders) {
  const one = request(remoteAddress, headers)
  createAddressWriter({ trustProxy, onBehalfKey: KEY })(one)
  return one.headers
}

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['2001:0DB8:1:2::6', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s is counted as %s', (address, counted) => {
  expect(networkOf(address)).toBe(counted)
  expect(networkOfRequest(request(address))).toBe(counted)
})

test('X-Forwarded-For is honoured only from the trusted proxy', () => {
  const forwarded = (trusted: string | null, peer: string, given: string) =>
    written(trusted, peer, { 'x-forwarded-for': given })['x-forwarded-for']
  expect(forwarded('10.0.0.1', '10.0.0.1', '198.51.100.1, 203.0.113.9')).toBe('203.0.113.9')
  expect(forwarded('10.0.0.0/8', '10.0.0.1', '203.0.113.9, 10.0.0.7')).toBe('203.0.113.9')
  expect(forwarded('10.0.0.1', '10.0.0.2', '203.0.113.9')).toBe('10.0.0.2')
  expect(forwarded(null, '::ffff:10.0.0.1', '203.0.113.9')).toBe('10.0.0.1')
})

test('removes every other header that carries an address', () => {
  const forged = {
    forwarded: 'for=203.0.113.9',
    'x-real-ip': '203.0.113.9',
    'cf-connecting-ip': '203.0.113.9',
    'true-client-ip': '203.0.113.9',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    accept: '*/*',
  }
  expect(written(null, '10.0.0.1', { ...forged })).toEqual({ accept: '*/*', 'x-forwarded-for': '10.0.0.1' })
  expect(written('10.0.0.1', '10.0.0.1', { ...forged })).toEqual({
    accept: '*/*',
    'x-forwarded-for': '10.0.0.1',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
  })
})

test('our own functions can set the client address with the key; others cannot', () => {
  const asked = (key: string) => written(null, '127.0.0.1', { 'x-on-behalf-of': `${key} 203.0.113.9` })
  expect(asked(KEY)).toEqual({ 'x-forwarded-for': '203.0.113.9' })
  expect(asked('x'.repeat(43))).toEqual({ 'x-forwarded-for': '127.0.0.1' })
  expect(asked('')).toEqual({ 'x-forwarded-for': '127.0.0.1' })
})
