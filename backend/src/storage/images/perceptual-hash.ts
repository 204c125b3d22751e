import type { Sharp } from 'sharp'

const SIZE = 32
const LOW = 8

/** One row for each of the low frequencies 1 to 8; 0 is the mean brightness and carries no shape. */
const COSINES = Array.from({ length: LOW }, (_, frequency) =>
  Float64Array.from({ length: SIZE }, (_, at) => Math.cos(((2 * at + 1) * (frequency + 1) * Math.PI) / (2 * SIZE))),
)

/**
 * A fingerprint that survives changes of size, format, brightness and quality: pHash as in Christoph Zauner, "Implementation and
 * Benchmarking of Perceptual Image Hash Functions" (2010), section 3.2. Takes the 64 lowest DCT frequencies of 32 x 32 grey pixels; each
 * bit is set when its frequency is stronger than the median.
 * @param image upright, without any resize set yet
 * @returns 64 bits as 16 hexadecimal digits
 */
export async function perceptualHash(image: Sharp): Promise<string> {
  const grey = await image
    .flatten({ background: '#fff' })
    .greyscale()
    .resize(SIZE, SIZE, { fit: 'fill' })
    .raw()
    .toBuffer()
  return hashOfPixels(grey)
}

/** @param grey 32 x 32 brightness values, row by row */
export function hashOfPixels(grey: Uint8Array): string {
  const strengths = lowFrequencies(grey)
  const sorted = strengths.toSorted()
  const median = ((sorted[31] ?? 0) + (sorted[32] ?? 0)) / 2
  const bits = Array.from(strengths, (strength) => (strength > median ? '1' : '0')).join('')
  return BigInt(`0b${bits}`).toString(16).padStart(16, '0')
}

/** Two-dimensional DCT-II, first along rows and then along columns, for the needed frequencies only. */
function lowFrequencies(grey: Uint8Array): Float64Array {
  const alongRows = Array.from({ length: SIZE }, (_, y) => {
    const row = grey.subarray(y * SIZE, (y + 1) * SIZE)
    return COSINES.map((cosines) => weigh(cosines, (x) => row[x]))
  })
  const strengths = COSINES.flatMap((cosines) =>
    COSINES.map((_, horizontal) => weigh(cosines, (y) => alongRows[y]?.[horizontal])),
  )
  return Float64Array.from(strengths)
}

function weigh(weights: Float64Array, valueAt: (index: number) => number | undefined): number {
  return weights.reduce((sum, weight, index) => sum + weight * (valueAt(index) ?? 0), 0)
}
