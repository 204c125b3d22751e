/** Image format detected from the first bytes. File names and declared types are not trusted. */
export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic'

/** Formats that can be decoded here; HEIC is recognised only to refuse it with a helpful message. */
export type ReadableFormat = Exclude<ImageFormat, 'heic'>

export const MIME_TYPES: Readonly<Record<ReadableFormat, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const HEIC_BRANDS = new Set(['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1'])

/** Returns null for everything else, including SVG, PDF and TIFF: other formats never reach a decoder. */
export function sniffImageFormat(bytes: Buffer): ImageFormat | null {
  if (bytes.length < 12) return null
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  if (bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return 'png'
  const magic = bytes.toString('latin1', 0, 4)
  if (magic === 'GIF8') return 'gif'
  if (magic === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp'
  if (bytes.toString('latin1', 4, 8) === 'ftyp') return sniffIsoBrand(bytes)
  return null
}

/** ISO BMFF: the major brand, then the compatible ones; AVIF files may open with the neutral brand mif1. */
function sniffIsoBrand(bytes: Buffer): ImageFormat | null {
  const boxEnd = Math.min(bytes.readUInt32BE(0), bytes.length, 256)
  const brands = [bytes.toString('latin1', 8, 12)]
  for (let at = 16; at + 4 <= boxEnd; at += 4) brands.push(bytes.toString('latin1', at, at + 4))
  if (brands.includes('avif') || brands.includes('avis')) return 'avif'
  return brands.some((brand) => HEIC_BRANDS.has(brand)) ? 'heic' : null
}
