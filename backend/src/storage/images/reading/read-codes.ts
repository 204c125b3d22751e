import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Sharp } from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

/** Enough for any code that a phone could scan from a screen; search time grows with the pixels. */
const SEARCHED_EDGE = 1000
const MOST_CODES = 5
const MOST_CHARACTERS = 500

let ready: Promise<unknown> | null = null

/** Loads the reader from the package on disk: by default the library downloads its WebAssembly from a CDN. */
export function prepareReader(): Promise<unknown> {
  ready ??= readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')).then((wasm) =>
    prepareZXingModule({
      overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer },
      fireImmediately: true,
    }),
  )
  return ready
}

/**
 * Reads the text of the QR codes in an image; the application decides what to do with it.
 * @param image upright, without any resize set yet
 * @returns at most five texts, cut after 500 characters; none for an image without codes
 */
export async function readCodes(image: Sharp): Promise<string[]> {
  await prepareReader()
  const { data, info } = await image
    .flatten({ background: '#fff' })
    .resize({ width: SEARCHED_EDGE, height: SEARCHED_EDGE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixels = inColour(data, info.channels)
  const found = await readBarcodes(
    // The members of ImageData that the library reads.
    { data: pixels, width: info.width, height: info.height } as Parameters<typeof readBarcodes>[0],
    // Rotated codes are found anyway; the other options find too few more to be worth four times the work on every photo.
    { formats: ['QRCode'], maxNumberOfSymbols: MOST_CODES, tryRotate: false, tryInvert: false, tryDownscale: false },
  )
  const texts = found.filter(({ isValid }) => isValid).map(({ text }) => text.slice(0, MOST_CHARACTERS).trim())
  return [...new Set(texts.filter((text) => text !== ''))]
}

/** Converts brightness values to RGBA, whatever the number of channels in the image. */
function inColour(brightnesses: Uint8Array, channels: number): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint32Array(brightnesses.length / channels)
  for (let at = 0; at < pixels.length; at++) {
    const grey = brightnesses[at * channels] ?? 0
    pixels[at] = 0xff000000 | (grey << 16) | (grey << 8) | grey
  }
  return new Uint8ClampedArray(pixels.buffer)
}
