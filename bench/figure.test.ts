import { expect, test } from 'vitest'
import {
  byTurns,
  costFigure,
  middleRound,
  percentile,
  rateFigure,
  ratePerSecond,
  timeEach,
  waitsOf,
  withUnasked,
} from './figure.ts'

test('a percentile is the nearest rank', () => {
  const samples = [5, 1, 4, 2, 3]
  expect(percentile(samples, 0.5)).toBe(3)
  expect(percentile(samples, 0.95)).toBe(5)
  expect(percentile(samples, 0)).toBe(1)
  expect(percentile(samples, 1)).toBe(5)
  expect(percentile([7], 0.5)).toBe(7)
  expect(percentile([], 0.5)).toBeNaN()
  expect(samples).toEqual([5, 1, 4, 2, 3])
})

test('of hundred samples the 95th percentile is the 95th', () => {
  const samples = Array.from({ length: 100 }, (_, index) => index + 1)
  expect(percentile(samples, 0.95)).toBe(95)
})

test('a long wait also counts for the requests that it delayed', () => {
  // Two at a time, all of one millisecond except one: three more would have been sent during it.
  const samples = [...Array.from({ length: 5 }, () => 1), 5]
  const all = withUnasked(samples, 3, 2)
  expect(all).toEqual([...samples, 4, 3, 2])
  expect(waitsOf(all)).toEqual({ p50: 1, p95: 5, p99: 5 })
  expect(withUnasked([1, 1, 1], 3, 1)).toEqual([1, 1, 1])
})

test('a ratio of 1 is the limit and higher is better, for rates and for costs', () => {
  const measured = { name: 'x', unit: 'per second', ours: 50, limit: 100, goal: '0.5' }
  expect(rateFigure(measured).ratio).toBe(0.5)
  expect(costFigure(measured).ratio).toBe(2)
})

test('without a limit there is no ratio', () => {
  expect(rateFigure({ name: 'x', unit: 'ms', ours: 50, goal: '60' })).toMatchObject({ limit: null, ratio: null })
  expect(costFigure({ name: 'x', unit: 'ms', ours: 50, goal: '60' })).toMatchObject({ limit: null, ratio: null })
})

test('the middle round has the median ratio, not the median rates', () => {
  const rounds = [
    { limit: 100, ours: 90 },
    { limit: 10, ours: 5 },
    { limit: 1000, ours: 100 },
  ]
  expect(middleRound(rounds)).toEqual({ limit: 10, ours: 5 })
  expect(() => middleRound([])).toThrow('nothing was measured')
})

test('limit and ours are measured alternately', async () => {
  const order: string[] = []
  const note = async (name: string) => order.push(name)
  await byTurns({ limit: () => note('limit'), ours: () => note('ours') }, 2)
  expect(order).toEqual(['limit', 'ours', 'limit', 'ours'])
})

test('warm-up runs are not counted', async () => {
  const seen: number[] = []
  const samples = await timeEach(3, async (index) => seen.push(index), 2)
  expect(samples).toHaveLength(3)
  expect(seen).toEqual([0, 1, 0, 1, 2])
})

test('a rate counts all requests in flight', async () => {
  const pause = () => new Promise((resolve) => setTimeout(resolve, 10))
  const rate = await ratePerSecond(5, 0.2, pause)
  expect(rate).toBeGreaterThan(100)
  expect(rate).toBeLessThan(500)
})
