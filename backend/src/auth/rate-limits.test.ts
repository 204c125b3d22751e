import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { createRateLimits } from './rate-limits.ts'

const from = (ip: string) => ({ ip }) as FastifyRequest // the only part that a limit looks at
const reply = {} as FastifyReply

test('an address may make a burst of requests, then waits as long as it is told', async () => {
  let now = 0
  const limit = createRateLimits(true, () => now)('recover')
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
  const limits = createRateLimits(true, () => 0)
  for (let n = 0; n < 30; n += 1) await limits('recover')(from('192.0.2.1'), reply)
  await expect(limits('signup')(from('192.0.2.1'), reply)).resolves.toBeUndefined()
})

test('limits can be switched off', async () => {
  const limit = createRateLimits(false)('token')
  for (let n = 0; n < 1000; n += 1) await limit(from('192.0.2.1'), reply)
})
