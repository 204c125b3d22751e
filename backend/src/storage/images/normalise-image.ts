import { open, readFile } from 'node:fs/promises'
import sharp, { type Metadata, type Sharp } from 'sharp'
import type { ImagePolicy } from '../buckets/bucket.ts'
import { StorageError } from '../errors.ts'
import { MIME_TYPES, type ReadableFormat, sniffImageFormat } from './image-format.ts'
import { perceptualHash } from './perceptual-hash.ts'
import { isPlainImage } from './plain-image.ts'

export interface NormalisedImage {
  /** False when the given file can be kept unchanged. */
  readonly isReplaced: boolean
  readonly mimeType: string
  readonly width: number
  readonly height: number
  /** Perceptual hash for finding copies; see perceptual-hash.ts. */
  readonly perceptualHash: string
}

const DEFAULT_QUALITY = 85
/** Bytes needed to detect a format. */
const HEAD = 256
/** Far above any regular image; a malicious one must not occupy its place for long. */
const TIME_LIMIT = { seconds: 5 }

/**
 * Makes an image safe to show to everyone: upright, at most `maxEdge` pixels long, in sRGB, without any metadata (location, camera, time,
 * thumbnails). JPEG stays JPEG, everything else becomes WebP; of an animation the first frame is kept. Works from file to file, since
 * garbage collection of whole images would pause every other request.
 * @param target path for the replacement, if there is one
 * @throws {StorageError} image_unreadable, image_heic, image_damaged, image_too_many_pixels, image_too_small
 */
export async function normaliseImage(source: string, target: string, policy: ImagePolicy): Promise<NormalisedImage> {
  const format = requireReadableFormat(await readHead(source))
  const metadata = await readMetadata(source)
  const { width, height } = requireAcceptableSize(metadata, policy)
  const isUpright = (metadata.orientation ?? 1) === 1
  const isSingle = (metadata.pages ?? 1) === 1
  const isFitting = isUpright && isSingle && Math.max(width, height) <= policy.maxEdge
  if (isFitting && isPlainImage(await readFile(source), format)) {
    // The hash reads every pixel, which also proves that they can be decoded.
    const hash = await mapDecodeError(perceptualHash(decode(source, policy)))
    return { isReplaced: false, mimeType: MIME_TYPES[format], width, height, perceptualHash: hash }
  }
  return reencode(source, target, format, policy)
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

function requireReadableFormat(bytes: Buffer): ReadableFormat {
  const format = sniffImageFormat(bytes)
  if (format === null) throw new StorageError('image_unreadable')
  if (format === 'heic') throw new StorageError('image_heic')
  return format
}

/** Reads the header only, so that a decompression bomb is refused before it is decoded. */
async function readMetadata(source: string): Promise<Metadata> {
  try {
    return await sharp(source, { limitInputPixels: false }).metadata()
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
function decode(source: string, policy: ImagePolicy): Sharp {
  return sharp(source, { limitInputPixels: policy.maxPixels, failOn: 'error' }).timeout(TIME_LIMIT)
}

async function reencode(
  source: string,
  target: string,
  format: ReadableFormat,
  policy: ImagePolicy,
): Promise<NormalisedImage> {
  const quality = policy.quality ?? DEFAULT_QUALITY
  const upright = decode(source, policy)
    .autoOrient()
    .resize({ width: policy.maxEdge, height: policy.maxEdge, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
  const encoded = format === 'jpeg' ? upright.jpeg({ quality, mozjpeg: false }) : upright.webp({ quality, effort: 2 })
  // sharp writes no metadata unless asked to.
  const { width, height } = await mapDecodeError(encoded.toFile(target))
  return {
    isReplaced: true,
    mimeType: format === 'jpeg' ? 'image/jpeg' : 'image/webp',
    width,
    height,
    perceptualHash: await perceptualHash(decode(target, policy)),
  }
}

async function mapDecodeError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    throw new StorageError('image_damaged', undefined, { cause })
  }
}
