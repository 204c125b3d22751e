import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { isPlainImage } from './plain-image.ts'

const drawn = () =>
  sharp({
    create: {
      width: 64,
      height: 48,
      channels: 3,
      background: '#c44',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
const exif = { IFD0: { Artist: 'nobody' } }

describe('an image without extra data', () => {
  test('is plain in every supported format', async () => {
    expect(isPlainImage(await drawn().jpeg({ mozjpeg: false }).toBuffer(), 'jpeg')).toBe(true)
    expect(isPlainImage(await drawn().jpeg({ progressive: true }).toBuffer(), 'jpeg')).toBe(true)
    expect(isPlainImage(await drawn().png().toBuffer(), 'png')).toBe(true)
    expect(isPlainImage(await drawn().webp().toBuffer(), 'webp')).toBe(true)
  })
})

describe('an image with extra data', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('is not plain: EXIF in %s', async (format) => {
    expect(isPlainImage(await drawn().toFormat(format).withExif(exif).toBuffer(), format)).toBe(false)
  })

  test.each(['jpeg', 'png', 'webp'] as const)('is not plain: a colour profile in %s', async (format) => {
    expect(isPlainImage(await drawn().toFormat(format).withIccProfile('p3').toBuffer(), format)).toBe(false)
  })

  test.each(['jpeg', 'png', 'webp'] as const)('is not plain: bytes after the end of %s', async (format) => {
    const bytes = await drawn().toFormat(format).toBuffer()
    expect(isPlainImage(Buffer.concat([bytes, Buffer.from('PK\x03\x04')]), format)).toBe(false)
    // Ending like a JPEG makes no difference.
    expect(isPlainImage(Buffer.concat([bytes, Buffer.from([0x41, 0xff, 0xd9])]), format)).toBe(false)
  })

  test('is not plain: a comment in JPEG', async () => {
    const bytes = await drawn().jpeg().toBuffer()
    const comment = Buffer.from([0xff, 0xfe, 0x00, 0x04, 0x68, 0x69])
    expect(isPlainImage(Buffer.concat([bytes.subarray(0, 2), comment, bytes.subarray(2)]), 'jpeg')).toBe(false)
  })

  test('is not plain: truncated anywhere', async () => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const bytes = await drawn().toFormat(format).toBuffer()
      for (let end = 12; end < bytes.length; end += 7) expect(isPlainImage(bytes.subarray(0, end), format)).toBe(false)
    }
  })
})
