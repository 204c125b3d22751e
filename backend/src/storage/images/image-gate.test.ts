import { expect, test } from 'vitest'
import { createImageGate } from './image-gate.ts'

const LIMITS = { inFlight: 3, perCaller: 2, waiting: 6, waitingPerCaller: 4 }

/** Lets the admitted work start. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Work that runs until ended by the test, with a record of the order in which it started. */
function someWork() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  return {
    begun,
    called: (name: string) => () => {
      begun.push(name)
      return new Promise<string>((resolve) => ends.push(() => resolve(name)))
    },
    endFirst: async () => {
      ends.shift()?.()
      await settled()
    },
  }
}

test('one caller never takes every slot, and callers alternate', async () => {
  const gate = createImageGate(LIMITS)
  const { begun, called, endFirst } = someWork()
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => gate.run('anna', called(name)))
  await settled()
  expect(begun).toEqual(['a1', 'a2'])
  all.push(gate.run('ben', called('b1')), gate.run('ben', called('b2')), gate.run('ben', called('b3')))
  await settled()
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await endFirst()
  await endFirst()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2'])
  for (let left = 5; left > 0; left -= 1) await endFirst()
  expect((await Promise.all(all)).toSorted()).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'b3'])
})

test('refuses a caller with too many requests, but not others', async () => {
  const gate = createImageGate(LIMITS)
  const { begun, called, endFirst } = someWork()
  const admitted = Array.from({ length: 6 }, (_, at) => gate.run('anna', called(`a${at}`)))
  await expect(gate.run('anna', called('a6'))).rejects.toThrow('Too many pictures')
  admitted.push(gate.run('ben', called('b0')))
  await settled()
  expect(begun).toContain('b0')
  for (let left = 7; left > 0; left -= 1) await endFirst()
  expect(await Promise.all(admitted)).toHaveLength(7)
})

test('failed work frees its slot', async () => {
  const gate = createImageGate({ ...LIMITS, inFlight: 1, perCaller: 1 })
  await expect(gate.run('anna', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await gate.run('anna', async () => 'fine')).toBe('fine')
})
