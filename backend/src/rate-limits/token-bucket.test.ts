import { expect, test } from 'vitest'
import { rate } from './rate.ts'
import { TokenBucket, TokenBuckets } from './token-bucket.ts'

test('the whole amount can be spent in a burst and refills steadily', () => {
  const bucket = new TokenBucket(rate(3, 3))
  expect([1, 2, 3, 4].map(() => bucket.take(0))).toEqual([true, true, true, false])
  expect(bucket.take(999)).toBe(false)
  expect(bucket.take(2000)).toBe(true)
})

test('idle time refills no more than the amount', () => {
  const bucket = new TokenBucket(rate(1, 1))
  expect(bucket.take(60_000)).toBe(true)
  expect(bucket.take(60_000)).toBe(false)
})

test('each key has its own bucket, and the least recently used is evicted', () => {
  let now = 0
  const buckets = new TokenBuckets({ now: () => now, most: 2 })
  const once = rate(1, 10)
  expect([buckets.take('a', once), buckets.take('a', once), buckets.take('b', once)]).toEqual([0, 10, 0])
  now += 4000
  expect(buckets.peek('a', once)).toBe(6)
  buckets.take('c', once)
  expect(buckets.peek('a', once)).toBe(0)
  expect(buckets.peek('b', once)).toBe(6)
})
