import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createPictureReader } from './picture-reader.ts'

const EVERYTHING = { codes: true, text: true }
const aWall = () =>
  sharp({ create: { width: 600, height: 500, channels: 3, background: '#806040' } })
    .png()
    .toBuffer()

test('refuses a file that is not an image, and reads the next image', { timeout: 90_000 }, async () => {
  const reader = createPictureReader({ longestMs: 60_000, idleMs: 1000 })
  const both = await Promise.allSettled([
    reader.read(Buffer.from('no picture at all'), EVERYTHING),
    reader.read(await aWall(), EVERYTHING),
  ])
  expect(both).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled', value: { codes: [], texts: [] } }])
  reader.close()
})

test('a picture that takes too long ends its process, not the next reading', { timeout: 90_000 }, async () => {
  const limits = { longestMs: 1, idleMs: 1000 }
  const reader = createPictureReader(limits)
  await expect(reader.read(await aWall(), EVERYTHING)).rejects.toThrow('too long')
  limits.longestMs = 60_000
  expect(await reader.read(await aWall(), EVERYTHING)).toEqual({ codes: [], texts: [] })
  reader.close()
})

test('a closed reader ends a process that is still starting, and starts no other', { timeout: 90_000 }, async () => {
  const timeOf = async (reading: Promise<unknown>) => {
    const startedAt = performance.now()
    await reading.catch(() => undefined)
    return performance.now() - startedAt
  }
  const other = createPictureReader({ longestMs: 60_000, idleMs: 1000 })
  const startAndRead = await timeOf(other.read(await aWall(), EVERYTHING))
  other.close()

  const reader = createPictureReader()
  const reading = reader.read(await aWall(), EVERYTHING)
  await Promise.resolve() // the process is forked
  reader.close()
  expect(await timeOf(reading)).toBeLessThan(startAndRead / 2)
  await expect(reading).rejects.toThrow('ended')
  await expect(reader.read(await aWall(), EVERYTHING)).rejects.toThrow('closed')
})
