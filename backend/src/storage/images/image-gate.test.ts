import { expect, test } from 'vitest'
import { createImageGate } from './image-gate.ts'

test('no more than the limit are worked on, the rest wait their turn, and too many are sent away', async () => {
  const gate = createImageGate(2, 3)
  let inFlight = 0
  let most = 0
  const order: number[] = []
  const work = (n: number) =>
    gate.run(async () => {
      inFlight += 1
      most = Math.max(most, inFlight)
      await new Promise((resolve) => setTimeout(resolve, 5))
      order.push(n)
      inFlight -= 1
      return n
    })
  const admitted = [1, 2, 3, 4, 5].map(work)
  await expect(work(6)).rejects.toThrow('Too many pictures')
  expect(await Promise.all(admitted)).toEqual([1, 2, 3, 4, 5])
  expect(most).toBe(2)
  expect(order).toEqual([1, 2, 3, 4, 5])
})

test('work that fails makes room like any other', async () => {
  const gate = createImageGate(1, 1)
  await expect(gate.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await gate.run(async () => 'fine')).toBe('fine')
})
