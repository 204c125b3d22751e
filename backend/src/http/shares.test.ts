import { expect, test } from 'vitest'
import { ShareExceeded, Shares } from './shares.ts'

function task() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { promise, resolve }
}

test('one caller is limited to a few at a time without delaying another', async () => {
  const shares = new Shares({ inFlight: 2, waiting: 1, patienceMs: 10_000 })
  const [first, second] = [task(), task()]
  const running = [shares.run('anna', () => first.promise), shares.run('anna', () => second.promise)]
  let hasStarted = false
  const third = shares.run('anna', async () => {
    hasStarted = true
  })
  await expect(shares.run('anna', async () => undefined)).rejects.toThrow(ShareExceeded)
  expect(await shares.run('ben', async () => 'at once')).toBe('at once')
  expect(hasStarted).toBe(false)
  first.resolve()
  await third
  second.resolve()
  await Promise.all(running)
  expect(await shares.run('anna', async () => 'again')).toBe('again')
})

test('a caller that waits too long is rejected, and its work never runs', async () => {
  const shares = new Shares({ inFlight: 1, waiting: 5, patienceMs: 20 })
  const held = task()
  const running = shares.run('anna', () => held.promise)
  let isDone = false
  const late = shares.run('anna', async () => {
    isDone = true
  })
  await expect(late).rejects.toMatchObject({ name: 'ShareExceeded', retryAfterSeconds: 1 })
  held.resolve()
  await running
  await shares.run('anna', async () => undefined)
  expect(isDone).toBe(false)
})

test('failed work frees its slot, and the error reaches the caller', async () => {
  const shares = new Shares({ inFlight: 1, waiting: 1, patienceMs: 1000 })
  const fails = () => shares.run('anna', () => Promise.reject(new Error('no')))
  await Promise.all([expect(fails()).rejects.toThrow('no'), expect(fails()).rejects.toThrow('no')])
  const leave = await shares.enter('anna')
  const second = shares.enter('anna')
  await expect(shares.enter('anna')).rejects.toThrow(ShareExceeded)
  leave()
  ;(await second)()
})

test('unlimited callers are not counted, and idle callers are forgotten', async () => {
  const shares = new Shares({ inFlight: 1, waiting: 0, patienceMs: 1000 })
  await Promise.all(Array.from({ length: 5 }, () => shares.run(null, async () => undefined)))
  for (let n = 0; n < 3000; n += 1) await shares.run(`caller ${n}`, async () => undefined)
  expect(await shares.run('caller 0', async () => 'here')).toBe('here')
})
