import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { readRateLimits } from '../../config/rate-limits.ts'
import { createMemoryStore } from '../../rate-limits/memory-store.ts'
import { createRareActionLimits, createRateLimits } from './rate-limits.ts'

const from = (ip: string) => ({ ip }) as FastifyRequest // the only part that a limit reads
const reply = {} as FastifyReply
let now = 0
const limited = (settings = '1') =>
  createRateLimits(
    readRateLimits({ AUTH_RATE_LIMITS: settings }),
    createMemoryStore(() => now),
  )

test('an address is limited after a burst of requests, for as long as Retry-After says', async () => {
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

test('three accounts a day come from one public address, and as many resets an hour for a mailbox', async () => {
  const limit = createRareActionLimits(
    readRateLimits({}),
    createMemoryStore(() => now),
  )
  for (const ip of ['8.8.4.4', '2a00:1450::1', '::ffff:9.9.9.9']) {
    for (let n = 0; n < 3; n += 1) await limit('accounts', from(ip))
    await expect(limit('accounts', from(ip))).rejects.toMatchObject({
      code: 'over_request_rate_limit',
      headers: { 'retry-after': '28800' },
    })
  }
  // A proxy or an office serves more than one person.
  for (let n = 0; n < 9; n += 1) await limit('accounts', from('172.17.0.1'))
  for (let n = 0; n < 3; n += 1) await limit('resets', from(`8.8.8.${n}`), 'anna@example.com')
  await expect(limit('resets', from('8.8.8.9'), 'anna@example.com')).rejects.toMatchObject({ status: 429 })
  await expect(limit('resets', from('8.8.8.9'), 'ben@example.com')).resolves.toBeUndefined()
})

test('each kind of request has its own limit', async () => {
  const limits = limited()
  for (let n = 0; n < 30; n += 1) await limits('recover')(from('192.0.2.1'), reply)
  await expect(limits('signup')(from('192.0.2.1'), reply)).resolves.toBeUndefined()
})

test('limits can be disabled, raised and set to zero', async () => {
  const off = limited('0')('token')
  for (let n = 0; n < 1000; n += 1) await off(from('192.0.2.1'), reply)
  const wide = limited('token=1500')('token')
  for (let n = 0; n < 300; n += 1) await wide(from('192.0.2.1'), reply)
  await expect(wide(from('192.0.2.1'), reply)).rejects.toMatchObject({ headers: { 'retry-after': '1' } })
  await expect(limited('signup=0')('signup')(from('192.0.2.1'), reply)).rejects.toMatchObject({ status: 429 })
  expect(readRateLimits({ AUTH_RATE_LIMITS: 'sigup=3' }).problem).toContain('AUTH_RATE_LIMITS knows no "sigup"')
})
