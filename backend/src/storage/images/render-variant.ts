import sharp, { type Sharp } from 'sharp'
import { StorageError } from '../errors.ts'
import { cover } from './crop.ts'
import { type ReadableFormat, sniffImageFormat } from './image-format.ts'
import type { Variant } from './transform.ts'

/** Maximum pixels and bytes of a source: the limits of hosted Supabase. */
const MAX_SOURCE_PIXELS = 50_000_000
export const MAX_SOURCE_BYTES = 25 * 1024 * 1024

// Measured: quality 75 at effort 2 is the best trade-off for photos; AVIF above effort 0 takes seconds.
const WEBP = { quality: 75, effort: 2 }
const AVIF = { quality: 55, effort: 0 }
const JPEG = { quality: 80 }

const FITS = { cover: 'cover', contain: 'inside', fill: 'fill' } as const

/**
 * Renders one variant: upright, never larger than the source, without metadata. Of an animation the first frame.
 * @throws {StorageError} render_unsupported when the bytes are not an image that can be decoded here, render_timeout
 */
export async function renderVariant(source: Buffer, variant: Variant): Promise<Buffer> {
  const format = sniffImageFormat(source)
  if (format === null || format === 'heic') throw new StorageError('render_unsupported')
  try {
    return await encode(await resize(source, variant), variant, format).toBuffer()
  } catch (cause) {
    const isLate = cause instanceof Error && cause.message.includes('timeout')
    throw new StorageError(isLate ? 'render_timeout' : 'render_unsupported', undefined, { cause })
  }
}

async function resize(source: Buffer, { width, height, resize, gravity }: Variant): Promise<Sharp> {
  // A damaged image is shown as far as it can be decoded, as browsers do.
  const upright = sharp(source, { limitInputPixels: MAX_SOURCE_PIXELS, failOn: 'none' })
    .timeout({ seconds: 5 }) // a deliberately slow image must not occupy its place for long
    .autoOrient()
  if (gravity !== null && resize === 'cover' && width !== null && height !== null) {
    const { autoOrient } = await upright.metadata()
    return cover(upright, autoOrient, { width, height }, gravity)
  }
  return upright.resize({
    ...(width === null ? {} : { width }),
    ...(height === null ? {} : { height }),
    fit: FITS[resize],
    withoutEnlargement: true,
  })
}

function encode(image: Sharp, { output, quality }: Variant, source: ReadableFormat): Sharp {
  const chosen = quality === null ? {} : { quality }
  switch (output === 'origin' ? source : output) {
    case 'webp':
      return image.webp({ ...WEBP, ...chosen })
    case 'avif':
      return image.avif({ ...AVIF, ...chosen })
    case 'png':
      return image.png()
    case 'gif':
      return image.gif()
    case 'jpeg':
      return image.jpeg({ ...JPEG, ...chosen })
  }
}
