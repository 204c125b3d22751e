import { expect, test } from 'vitest'
import { Pace } from './pace.ts'

test('a statement is quick after one quick run, and again some time after a slow one', () => {
  const [pace, shape] = [new Pace(), {}]
  expect(pace.isQuick(shape, 0)).toBe(false)
  pace.learn(shape, 3, 0)
  expect(pace.isQuick(shape, 0)).toBe(true)
  // A burst counts once.
  for (const now of [1000, 1001, 1002]) pace.learn(shape, 150, now)
  expect([pace.isQuick(shape, 1999), pace.isQuick(shape, 2000)]).toEqual([false, true])
})

test('repeated slowness is remembered longer each time, up to a minute', () => {
  const [pace, shape] = [new Pace(), {}]
  pace.learn(shape, 3, 0)
  let now = 0
  const waits = Array.from({ length: 9 }, () => {
    const slowAt = now
    pace.learn(shape, 500, slowAt)
    while (!pace.isQuick(shape, now)) now += 500
    return now - slowAt
  })
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000])
})

test('the slow threshold rises with the usual duration, up to a limit', () => {
  const [pace, shape, other] = [new Pace(), {}, {}]
  for (let n = 0; n < 100; n += 1) pace.learn(shape, 6, n)
  pace.learn(other, 55, 1000)
  expect(pace.isQuick(other, 1001)).toBe(true)
  for (let n = 0; n < 1000; n += 1) pace.learn(shape, 35, n)
  pace.learn(other, 80, 1000)
  expect(pace.isQuick(other, 1001)).toBe(false)
})

test('a shape that was quick a hundred times is forgiven one hiccup, but never a very slow run', () => {
  const pace = new Pace()
  const [usual, newcomer] = [{}, {}]
  for (let n = 0; n < 101; n += 1) pace.learn(usual, 1, n)
  pace.learn(newcomer, 1, 200)
  for (const shape of [usual, newcomer]) pace.learn(shape, 150, 200)
  expect([pace.isQuick(usual, 201), pace.isQuick(newcomer, 201)]).toEqual([true, false])
  pace.learn(usual, 150, 202)
  expect(pace.isQuick(usual, 203)).toBe(false)

  const heavy = {}
  for (let n = 0; n < 101; n += 1) pace.learn(heavy, 1, n)
  pace.learn(heavy, 500, 200)
  expect(pace.isQuick(heavy, 201)).toBe(false)
})
