import { PassThrough } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Outbox, type Recipient } from './outbox.ts'

function recipient(isOpen = true): Recipient & { stream: PassThrough } {
  return { unsent: [], stream: new PassThrough(), isOpen }
}
const received = ({ stream }: { stream: PassThrough }): string => String(stream.read() ?? '')

test('frames are sent in order at the end of the turn', async () => {
  const outbox = new Outbox()
  const anna = recipient()
  for (const letter of ['a', 'b', 'c']) outbox.add(anna, Buffer.from(letter))
  expect(received(anna)).toBe('')
  await nextTurn()
  expect(received(anna)).toBe('abc')
})

test('a fan-out to many takes several turns and reaches every receiver', async () => {
  const outbox = new Outbox()
  const everybody = Array.from({ length: 600 }, () => recipient())
  for (const one of everybody) outbox.add(one, Buffer.from('x'))
  const served = () => everybody.filter((one) => one.stream.readableLength === 1).length
  await nextTurn()
  // 250, or fewer when writes are slow.
  expect(served()).toBeGreaterThan(0)
  expect(served()).toBeLessThanOrEqual(250)
  await expect.poll(served).toBe(600)
})

test('flush sends immediately, and a closed socket gets nothing', async () => {
  const outbox = new Outbox()
  const [open, closed] = [recipient(), recipient(false)]
  outbox.add(open, Buffer.from('bye'))
  outbox.add(closed, Buffer.from('bye'))
  outbox.flush(open)
  expect(received(open)).toBe('bye')
  await nextTurn()
  expect([received(open), received(closed)]).toEqual(['', ''])
})
