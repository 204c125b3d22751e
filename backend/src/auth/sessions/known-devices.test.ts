import { expect, test } from 'vitest'
import { deviceOf, networkOf } from './known-devices.ts'

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36 Edg/141.0',
    'Edge',
    'Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Mobile Safari/604.1',
    'Safari',
    'iPhone',
  ],
  ['curl/8.9', '', ''],
])('recognises %s as %s on %s', (userAgent, browser, system) => {
  expect(deviceOf(userAgent)).toEqual({ browser, system })
})

test('a network is a /16 for IPv4 and a /32 for IPv6', () => {
  expect(['203.0.113.7', '::ffff:203.0.113.7', '2001:db8:1:2::3'].map(networkOf)).toEqual([
    '203.0.x.x',
    '203.0.x.x',
    '2001:db8::',
  ])
})
