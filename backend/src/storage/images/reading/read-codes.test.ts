import sharp, { type Sharp } from 'sharp'
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { readCodes } from './read-codes.ts'

const SIDE = 240

/** A QR code as a sharp-edged image. */
async function aCode(text: string): Promise<Buffer> {
  const { data, size } = encode(text, { border: 3 })
  const grey = Buffer.from(data.flat().map((isDark) => (isDark ? 0 : 255)))
  return sharp(grey, { raw: { width: size, height: size, channels: 1 } })
    .resize(SIDE, SIDE, { kernel: 'nearest' })
    .png()
    .toBuffer()
}

/** A wall with off-centre codes on it, as in a phone photo. */
async function aPhotoWith(...texts: string[]): Promise<Sharp> {
  const codes = await Promise.all(texts.map(aCode))
  const wall = sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#a8825f' } })
  const photo = wall.composite(codes.map((input, at) => ({ input, left: 200 + at * 500, top: 640 })))
  return sharp(await photo.jpeg({ quality: 70 }).toBuffer())
}

test('reads a code in a photo', async () => {
  expect(await readCodes(await aPhotoWith('https://pay.example/get?id=1'))).toEqual(['https://pay.example/get?id=1'])
})

test('reads a code in every image format', async () => {
  const code = await aCode('https://pay.example')
  for (const form of [
    sharp(code).toColourspace('b-w').png(),
    sharp(code).ensureAlpha(0.9).png(),
    sharp(code).toColourspace('cmyk').jpeg(),
    sharp(code).png({ palette: true }),
  ]) {
    expect(await readCodes(sharp(await form.toBuffer()))).toEqual(['https://pay.example'])
  }
})

test('returns two codes as two texts, and a repeated code once', async () => {
  const texts = await readCodes(await aPhotoWith('https://one.example', 'tel:+351912345678'))
  expect(texts.toSorted()).toEqual(['https://one.example', 'tel:+351912345678'])
  expect(await readCodes(await aPhotoWith('again', 'again'))).toEqual(['again'])
})

test('reads a rotated code, and finds none in a photo without codes', async () => {
  const turned = (await aPhotoWith('https://pay.example')).rotate(12, { background: '#a8825f' })
  expect(await readCodes(sharp(await turned.jpeg().toBuffer()))).toEqual(['https://pay.example'])
  expect(await readCodes(await aPhotoWith())).toEqual([])
})
