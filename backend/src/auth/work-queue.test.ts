import { expect, test } from 'vitest'
import { createWorkQueue } from './work-queue.ts'

test('work runs a few at a time, in order, and what is too much is refused at once', async () => {
  const queue = createWorkQueue({ concurrency: 2, waiting: 1 })
  const finish: (() => void)[] = []
  const started: number[] = []
  const work = (n: number) =>
    queue.run(async () => {
      started.push(n)
      await new Promise<void>((resolve) => finish.push(resolve))
      return n
    })

  const [first, second, third] = [work(1), work(2), work(3)]
  await expect(work(4)).rejects.toMatchObject({ code: 'over_request_rate_limit' })
  expect(started).toEqual([1, 2])

  finish[0]?.()
  expect(await first).toBe(1)
  await Promise.resolve()
  expect(started).toEqual([1, 2, 3])
  finish[1]?.()
  finish[2]?.()
  expect(await Promise.all([second, third])).toEqual([2, 3])
})

test('a failure gives its place to the next', async () => {
  const queue = createWorkQueue({ concurrency: 1, waiting: 1 })
  const failing = queue.run(async () => {
    throw new Error('no')
  })
  const next = queue.run(async () => 'yes')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
})
