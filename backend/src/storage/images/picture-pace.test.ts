import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { PicturePace } from './picture-pace.ts'

const CHUNK = 64 * 1024
const bytesOf = (chunks: number) => Readable.from(Array.from({ length: chunks }, () => Buffer.alloc(CHUNK, 7)))

async function take(pace: PicturePace, chunks: number, ownerId: string): Promise<number> {
  let bytes = 0
  for await (const chunk of pace.slow(bytesOf(chunks), ownerId)) bytes += chunk.length
  return bytes
}

test('one user’s pictures share one rate, and arrive complete', async () => {
  const pace = new PicturePace()
  const startedAt = performance.now()
  const taken = await Promise.all([take(pace, 12, 'anna'), take(pace, 12, 'anna'), take(pace, 1, 'anna')])
  expect(taken).toEqual([12 * CHUNK, 12 * CHUNK, CHUNK])
  // 25 chunks at 8 MB a second; timers round down to whole milliseconds.
  expect(performance.now() - startedAt).toBeGreaterThan(170)
})

test('owners do not wait for the images of others', async () => {
  const pace = new PicturePace()
  const ended: string[] = []
  await Promise.all([
    take(pace, 40, 'anna').then(() => ended.push('anna')),
    take(pace, 2, 'bruno').then(() => ended.push('bruno')),
  ])
  expect(ended).toEqual(['bruno', 'anna'])
})

test('a refused body can still be read to its end', async () => {
  const source = bytesOf(3)
  for await (const _ of new PicturePace().slow(source, 'anna')) break
  expect(source.destroyed).toBe(false)
})
