import { expect, test } from 'vitest'
import { createWorkQueue } from './work-queue.ts'

function workOf(queue: ReturnType<typeof createWorkQueue>) {
  const finish: (() => void)[] = []
  const started: string[] = []
  const work = (share: string | null, name: string) =>
    queue.run(share, async () => {
      started.push(name)
      await new Promise<void>((resolve) => finish.push(resolve))
      return name
    })
  return { finish, started, work }
}

/** Resolves once everything that is due has run. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a queue runs a few tasks at a time, in order, and refuses excess tasks immediately', async () => {
  const { finish, started, work } = workOf(createWorkQueue({ concurrency: 2, waiting: 1, waitingOfOne: 9 }))
  const [first, second, third] = [work('a', '1'), work('b', '2'), work('c', '3')]
  await settled()
  await expect(work('d', '4')).rejects.toMatchObject({ code: 'over_request_rate_limit' })
  expect(started).toEqual(['1', '2'])

  finish[0]?.()
  expect(await first).toBe('1')
  await settled()
  expect(started).toEqual(['1', '2', '3'])
  finish[1]?.()
  finish[2]?.()
  expect(await Promise.all([second, third])).toEqual(['2', '3'])
})

test('a caller with many tasks does not delay another', async () => {
  const { finish, started, work } = workOf(createWorkQueue({ concurrency: 1, waiting: 9, waitingOfOne: 3 }))
  const flood = ['1', '2', '3', '4'].map((name) => work('greedy', name))
  await expect(work('greedy', '5')).rejects.toThrow('Too many requests at once')
  const other = work('modest', 'mine')
  await settled()
  finish[0]?.()
  await settled()
  expect(started).toEqual(['1', 'mine'])
  finish[1]?.()
  expect(await other).toBe('mine')
  for (let n = 2; n < 5; n += 1) {
    await settled()
    finish[n]?.()
  }
  expect(await Promise.all(flood)).toHaveLength(4)
})

test('a failed task makes room for the next', async () => {
  const queue = createWorkQueue({ concurrency: 1, waiting: 1, waitingOfOne: 1 })
  const failing = queue.run(null, async () => {
    throw new Error('no')
  })
  const next = queue.run(null, async () => 'yes')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
})
