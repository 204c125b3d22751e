import sharp, { type Sharp } from 'sharp'
import { StorageError } from '../errors.ts'
import { cover } from './crop.ts'
import { type ReadableFormat, sniffImageFormat } from './image-format.ts'
import type { Variant } from './transform.ts'

/** Pixels and bytes of a source beyond which nothing is rendered: the hosted product's limits. */
const MAX_SOURCE_PIXELS = 50_000_000
export const MAX_SOURCE_BYTES = 25 * 1024 * 1024

// Measured: 75 at effort 2 is the best use of time for photographs; AVIF above effort 0 takes seconds.
const WEBP = { quality: 75, effort: 2 }
const AVIF = { quality: 55, effort: 0 }
const JPEG = { quality: 80 }

const FITS = { cover: 'cover', contain: 'inside', fill: 'fill' } as const

/**
 * Makes one variant: upright, never larger than the source, without metadata. Of an animation the first frame.
 * @throws {StorageError} render_unsupported when the bytes are no picture that can be decoded here, render_timeout
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
  // What can be decoded of a damaged picture is shown, as browsers do.
  const upright = sharp(source, { limitInputPixels: MAX_SOURCE_PIXELS, failOn: 'none' })
    .timeout({ seconds: 5 }) // a picture made to be slow must not hold its place for long
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
