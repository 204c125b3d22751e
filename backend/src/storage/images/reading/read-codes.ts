import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Sharp } from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

/** Enough for a code that a phone would read off a screen; searching takes as long as there are pixels. */
const SEARCHED_EDGE = 1000
const MOST_CODES = 5
const MOST_CHARACTERS = 500

let ready: Promise<unknown> | null = null

/** Loads the reader from the package on disk: by itself the library would fetch its program from a server of others. */
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
 * What the QR codes in a picture say, as a phone's camera would read it: the application decides what to think of it.
 * @param image upright, without any size set yet
 * @returns at most five texts, cut after 500 characters; none for a picture without codes
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
    // The parts of a browser's picture that are read.
    { data: pixels, width: info.width, height: info.height } as Parameters<typeof readBarcodes>[0],
    // A code is found however it is turned; what the other tries add is not worth four times the work on every photo.
    { formats: ['QRCode'], maxNumberOfSymbols: MOST_CODES, tryRotate: false, tryInvert: false, tryDownscale: false },
  )
  const texts = found.filter(({ isValid }) => isValid).map(({ text }) => text.slice(0, MOST_CHARACTERS).trim())
  return [...new Set(texts.filter((text) => text !== ''))]
}

/** Brightnesses as the four bytes a pixel that browsers have, whatever else a picture's own form has per pixel. */
function inColour(brightnesses: Uint8Array, channels: number): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint32Array(brightnesses.length / channels)
  for (let at = 0; at < pixels.length; at++) {
    const grey = brightnesses[at * channels] ?? 0
    pixels[at] = 0xff000000 | (grey << 16) | (grey << 8) | grey
  }
  return new Uint8ClampedArray(pixels.buffer)
}
