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
