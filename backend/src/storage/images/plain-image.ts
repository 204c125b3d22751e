import type { ReadableFormat } from './image-format.ts'

/**
 * True for a JPEG, PNG or WebP file that holds a single image and nothing else: no camera data, no profile, no comment, nothing after its
 * end. Such a file may be kept as it is. Does not check that the pixels can be decoded.
 */
export function isPlainImage(bytes: Buffer, format: ReadableFormat): boolean {
  if (format === 'jpeg') return isPlainJpeg(bytes)
  if (format === 'png') return isPlainPng(bytes)
  if (format === 'webp') return isPlainWebp(bytes)
  return false
}

const JFIF = Buffer.from('JFIF\0', 'latin1')
const ADOBE = Buffer.from('Adobe', 'latin1')

function isPlainJpeg(bytes: Buffer): boolean {
  let at = 2
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) return false
    if (marker === 0xd9) return at + 2 === bytes.length
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length || !isPlainSegment(marker, bytes.subarray(at + 4, end))) return false
    at = marker === 0xda ? endOfScan(bytes, end) : end
  }
  return at + 2 === bytes.length && bytes[at] === 0xff && bytes[at + 1] === 0xd9
}

function isPlainSegment(marker: number, content: Buffer): boolean {
  // A JFIF header of 14 bytes has no thumbnail; Adobe's segment states the colour encoding.
  if (marker === 0xe0) return content.length === 14 && content.subarray(0, 5).equals(JFIF)
  if (marker === 0xee) return content.length === 12 && content.subarray(0, 5).equals(ADOBE)
  // Frames, Huffman and quantisation tables, restart interval, scans. Every other APPn segment and comments are not plain.
  return (marker >= 0xc0 && marker <= 0xcf) || (marker >= 0xda && marker <= 0xdd)
}

/** Entropy-coded data runs up to the next marker; 00 is an escaped FF, D0 to D7 are restarts inside it. */
function endOfScan(bytes: Buffer, start: number): number {
  let at = bytes.indexOf(0xff, start)
  while (at !== -1 && at + 1 < bytes.length) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
    at = bytes.indexOf(0xff, at + 2)
  }
  return bytes.length
}

const PLAIN_PNG_CHUNKS = new Set(['IHDR', 'PLTE', 'IDAT', 'tRNS', 'gAMA', 'sRGB', 'cHRM', 'pHYs', 'sBIT', 'bKGD'])

function isPlainPng(bytes: Buffer): boolean {
  let at = 8
  while (at + 12 <= bytes.length) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    at += 12 + bytes.readUInt32BE(at)
    if (type === 'IEND') return at === bytes.length
    if (!PLAIN_PNG_CHUNKS.has(type)) return false
  }
  return false
}

const PLAIN_WEBP_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH'])

function isPlainWebp(bytes: Buffer): boolean {
  if (8 + bytes.readUInt32LE(4) !== bytes.length) return false
  let at = 12
  while (at + 8 <= bytes.length) {
    if (!PLAIN_WEBP_CHUNKS.has(bytes.toString('latin1', at, at + 4))) return false
    const size = bytes.readUInt32LE(at + 4)
    at += 8 + size + (size % 2)
  }
  return at === bytes.length
}
