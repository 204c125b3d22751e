import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { readLimits } from '../config-limits.ts'
import { createMemoryStore } from './limits/memory-store.ts'
import { createRateLimits, networkOf } from './rate-limits.ts'

const from = (ip: string) => ({ ip }) as FastifyRequest // the only part that a limit looks at
const reply = {} as FastifyReply
let now = 0
const limited = (settings = '', rateLimits = true) =>
  createRateLimits(
    { rateLimits, limits: readLimits({ AUTH_LIMITS: settings }).limits },
    createMemoryStore(() => now),
  )

test('an address may make a burst of requests, then waits as long as it is told', async () => {
  const limit = limited()('recover')
  for (let n = 0; n < 30; n += 1) await limit(from('192.0.2.1'), reply)
  await expect(limit(from('192.0.2.1'), reply)).rejects.toMatchObject({
    code: 'over_request_rate_limit',
    headers: { 'retry-after': '10' },
  })
  await expect(limit(from('192.0.2.2'), reply)).resolves.toBeUndefined()
  now += 10_000
  await expect(limit(from('192.0.2.1'), reply)).resolves.toBeUndefined()
  await expect(limit(from('192.0.2.1'), reply)).rejects.toMatchObject({ status: 429 })
})

test('one kind of request does not use up another', async () => {
  const limits = limited()
  for (let n = 0; n < 30; n += 1) await limits('recover')(from('192.0.2.1'), reply)
  await expect(limits('signup')(from('192.0.2.1'), reply)).resolves.toBeUndefined()
})

test('limits can be switched off, widened and closed', async () => {
  const off = limited('', false)('token')
  for (let n = 0; n < 1000; n += 1) await off(from('192.0.2.1'), reply)
  const wide = limited('token=1500')('token')
  for (let n = 0; n < 300; n += 1) await wide(from('192.0.2.1'), reply)
  await expect(wide(from('192.0.2.1'), reply)).rejects.toMatchObject({ headers: { 'retry-after': '1' } })
  await expect(limited('signup=0')('signup')(from('192.0.2.1'), reply)).rejects.toMatchObject({ status: 429 })
  expect(readLimits({ AUTH_LIMITS: 'sigup=3' }).problem).toContain('AUTH_LIMITS knows no "sigup"')
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})
