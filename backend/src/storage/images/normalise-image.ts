import sharp, { type Metadata, type Sharp } from 'sharp'
import type { ImagePolicy } from '../buckets/bucket.ts'
import { StorageError } from '../errors.ts'
import { MIME_TYPES, type ReadableFormat, sniffImageFormat } from './image-format.ts'
import { perceptualHash } from './perceptual-hash.ts'
import { isPlainImage } from './plain-image.ts'
import { prepareReader, readCodes } from './read-codes.ts'

export interface NormalisedImage {
  /** Null: the given bytes are fine as they are. */
  readonly bytes: Buffer | null
  readonly mimeType: string
  readonly width: number
  readonly height: number
  /** What it looks like, for finding copies; see perceptual-hash.ts. */
  readonly perceptualHash: string
  /** What its QR codes say, where the policy asks for it; see read-codes.ts. */
  readonly codes: readonly string[]
}

const DEFAULT_QUALITY = 85
/** Far beyond any honest picture; a dishonest one must not hold its place for long. */
const TIME_LIMIT = { seconds: 20 }

/**
 * Makes a picture fit to be shown to everyone: upright, at most `maxEdge` pixels long, in sRGB, without any metadata
 * (place, camera, time, thumbnails). JPEG stays JPEG, everything else becomes WebP; of an animation the first frame is kept.
 * @throws {StorageError} image_unreadable, image_heic, image_damaged, image_too_many_pixels, image_too_small
 */
export async function normaliseImage(bytes: Buffer, policy: ImagePolicy): Promise<NormalisedImage> {
  const format = requireReadableFormat(bytes)
  const metadata = await readMetadata(bytes)
  const { width, height } = requireAcceptableSize(metadata, policy)
  const isUpright = (metadata.orientation ?? 1) === 1
  const isSingle = (metadata.pages ?? 1) === 1
  const isClean = isUpright && isSingle && Math.max(width, height) <= policy.maxEdge && isPlainImage(bytes, format)
  if (isClean) {
    // The hash looks at every pixel, so it also finds out whether they can be decoded.
    const hash = await orDamaged(perceptualHash(decode(bytes, policy)))
    const codes = await codesIn(bytes, policy)
    return { bytes: null, mimeType: MIME_TYPES[format], width, height, perceptualHash: hash, codes }
  }
  return reencode(bytes, format, policy)
}

function requireReadableFormat(bytes: Buffer): ReadableFormat {
  const format = sniffImageFormat(bytes)
  if (format === null) throw new StorageError('image_unreadable')
  if (format === 'heic') throw new StorageError('image_heic')
  return format
}

/** Reads the header only, so that a bomb is refused before it is unpacked. */
async function readMetadata(bytes: Buffer): Promise<Metadata> {
  try {
    return await sharp(bytes, { limitInputPixels: false }).metadata()
  } catch (cause) {
    throw new StorageError('image_damaged', undefined, { cause })
  }
}

function requireAcceptableSize(metadata: Metadata, policy: ImagePolicy): { width: number; height: number } {
  const { width, height } = metadata
  if (width * height > policy.maxPixels) {
    const megapixels = (pixels: number) => Math.round(pixels / 100_000) / 10
    throw new StorageError(
      'image_too_many_pixels',
      `This picture has ${megapixels(width * height)} megapixels; at most ${megapixels(policy.maxPixels)} are allowed.`,
    )
  }
  if (policy.minEdge !== undefined && Math.max(width, height) < policy.minEdge) {
    throw new StorageError(
      'image_too_small',
      `This picture is too small: its longer side has ${Math.max(width, height)} pixels, at least ${policy.minEdge} are needed.`,
    )
  }
  return { width, height }
}

/** `error` refuses truncated and broken files but not the harmless oddities that many phones write. */
function decode(bytes: Buffer, policy: ImagePolicy): Sharp {
  return sharp(bytes, { limitInputPixels: policy.maxPixels, failOn: 'error' }).timeout(TIME_LIMIT)
}

async function reencode(bytes: Buffer, format: ReadableFormat, policy: ImagePolicy): Promise<NormalisedImage> {
  const quality = policy.quality ?? DEFAULT_QUALITY
  const upright = decode(bytes, policy)
    .autoOrient()
    .resize({ width: policy.maxEdge, height: policy.maxEdge, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
  const encoded = format === 'jpeg' ? upright.jpeg({ quality, mozjpeg: false }) : upright.webp({ quality, effort: 2 })
  // sharp writes no metadata unless asked to.
  const { data, info } = await orDamaged(encoded.toBuffer({ resolveWithObject: true }))
  return {
    bytes: data,
    mimeType: format === 'jpeg' ? 'image/jpeg' : 'image/webp',
    width: info.width,
    height: info.height,
    perceptualHash: await perceptualHash(decode(data, policy)),
    codes: await codesIn(data, policy),
  }
}

async function codesIn(bytes: Buffer, policy: ImagePolicy): Promise<readonly string[]> {
  if (!policy.readCodes) return []
  await prepareReader() // that this fails is not the picture's fault
  return orDamaged(readCodes(decode(bytes, policy)))
}

async function orDamaged<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    throw new StorageError('image_damaged', undefined, { cause })
  }
}
