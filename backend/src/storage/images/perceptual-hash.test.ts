import sharp from 'sharp'
import { expect, test } from 'vitest'
import { hashOfPixels, perceptualHash } from './perceptual-hash.ts'

const bitsApart = (one: string, other: string) =>
  (BigInt(`0x${one}`) ^ BigInt(`0x${other}`)).toString(2).replaceAll('0', '').length

/** A scene of soft shapes, different for each seed. */
async function aScene(seed: number) {
  const spot = (n: number) => ((seed * 7919 + n * 104_729) % 97) / 97
  const circles = Array.from(
    { length: 9 },
    (_, n) =>
      `<circle cx="${spot(n) * 800}" cy="${spot(n + 20) * 600}" r="${60 + spot(n + 40) * 160}" fill="rgb(${spot(n + 60) * 255},${spot(n + 80) * 255},${spot(n + 90) * 255})"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><rect width="800" height="600" fill="#888"/>${circles.join('')}</svg>`
  return sharp(Buffer.from(svg)).blur(4).png().toBuffer()
}

test('has one bit per low frequency, half of them set, and is deterministic', () => {
  const pixels = Uint8Array.from({ length: 1024 }, (_, at) => (at * 37 + (at >> 5) * 11) % 256)
  const hash = hashOfPixels(pixels)
  expect(hash).toMatch(/^[0-9a-f]{16}$/)
  expect(bitsApart(hash, '0000000000000000')).toBe(32)
  expect(hashOfPixels(pixels)).toBe(hash)
  // A wave of one horizontal frequency is the strongest component, so its bit is set: the third of the first row.
  const wave = Uint8Array.from(
    { length: 1024 },
    (_, at) => 128 + 100 * Math.cos(((2 * (at % 32) + 1) * 3 * Math.PI) / 64),
  )
  const tilted = wave.map((value, at) => value + (at >> 5)) // the first row also includes vertical change
  expect((BigInt(`0x${hashOfPixels(tilted)}`) >> 61n) & 1n).toBe(1n)
  expect(hashOfPixels(new Uint8Array(1024).fill(200))).toMatch(/^[0-9a-f]{16}$/)
})

test('the same image in another size, format or quality is near, and another image is far', async () => {
  const scenes = await Promise.all([1, 2, 3, 4].map(aScene))
  const hashes = await Promise.all(scenes.map((scene) => perceptualHash(sharp(scene))))
  for (const [n, scene] of scenes.entries()) {
    const variants = [
      sharp(scene).resize(320).jpeg({ quality: 40 }),
      sharp(scene).webp({ quality: 30 }),
      sharp(scene).modulate({ brightness: 1.1 }).jpeg(),
      sharp(scene).resize(640, 500, { fit: 'fill' }).png(),
    ]
    for (const variant of variants) {
      const hash = await perceptualHash(sharp(await variant.toBuffer()))
      expect(bitsApart(hash, hashes[n] ?? '')).toBeLessThanOrEqual(8)
    }
  }
  for (const [n, one] of hashes.entries()) {
    for (const other of hashes.slice(n + 1)) expect(bitsApart(one, other)).toBeGreaterThan(10)
  }
})
