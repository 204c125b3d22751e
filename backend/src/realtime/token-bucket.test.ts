import { expect, test } from 'vitest'
import { TokenBucket } from './token-bucket.ts'

test('the whole amount may be spent at once and comes back steadily', () => {
  const bucket = new TokenBucket({ amount: 3, seconds: 3 }, 0)
  expect([1, 2, 3, 4].map(() => bucket.take(0))).toEqual([true, true, true, false])
  expect(bucket.take(999)).toBe(false)
  expect(bucket.take(2000)).toBe(true)
})

test('idle time earns no more than the amount', () => {
  const bucket = new TokenBucket({ amount: 1, seconds: 1 }, 0)
  expect(bucket.take(60_000)).toBe(true)
  expect(bucket.take(60_000)).toBe(false)
})
