import { readFile } from 'node:fs/promises'
import { type Bucket, requireAllowedMimeType } from '../buckets/bucket.ts'
import type { StorageContext } from '../context.ts'
import { normaliseImage } from '../images/normalise-image.ts'
import { FOLDER_PLACEHOLDER } from '../names.ts'
import type { StagedFile } from '../staging.ts'
import type { GivenHeaders, ObjectMetadata } from './object-row.ts'

/** A file as the bucket's rules want it, and what there is to say about it. */
export interface AcceptedFile {
  readonly file: StagedFile
  readonly metadata: ObjectMetadata
}

interface Declared {
  readonly mimeType: string
  readonly cacheControl: string
  readonly robotsTag: string | null
  readonly contentEncoding?: string | null
  readonly given?: GivenHeaders
  /** The operator's own file: what codes and words in it say is known. */
  readonly isOwn?: boolean
}

/**
 * Applies the bucket's rules to a file that has arrived. In a bucket with an image policy the type is read from the bytes
 * and the file may be replaced by a cleaned one; elsewhere the declared type stands.
 * The given file belongs to this call: it is dropped when it is refused or replaced.
 */
export async function acceptContent(
  context: StorageContext,
  bucket: Bucket,
  key: string,
  file: StagedFile,
  declared: Declared,
): Promise<AcceptedFile> {
  if (bucket.imagePolicy === null || key.endsWith(FOLDER_PLACEHOLDER)) {
    return { file, metadata: describe(file, declared.mimeType, declared) }
  }
  try {
    return await acceptPicture(context, bucket, file, declared)
  } catch (error) {
    await context.staging.drop(file)
    throw error
  }
}

async function acceptPicture(
  context: StorageContext,
  bucket: Bucket,
  file: StagedFile,
  declared: Declared,
): Promise<AcceptedFile> {
  const { imagePolicy } = bucket
  if (imagePolicy === null) throw new Error('Only buckets with an image policy take this path.')
  // The bytes are read inside the gate, so that at most two pictures are in memory.
  const policy = declared.isOwn ? { ...imagePolicy, readCodes: false } : imagePolicy
  const picture = await context.images.run(async () => normaliseImage(await readFile(file.path), policy))
  requireAllowedMimeType(bucket, picture.mimeType)
  const stored = picture.bytes === null ? file : await context.staging.write(picture.bytes)
  if (stored !== file) await context.staging.drop(file)
  const { width, height, perceptualHash, codes } = picture
  const metadata = describe(stored, picture.mimeType, { ...declared, contentEncoding: null }) // it was read as it is
  const texts = imagePolicy.readText && !declared.isOwn ? ((await context.textReader.read(stored.path)) ?? []) : []
  const seen = { width, height, perceptualHash, ...someOf({ codes, texts }) }
  return { file: stored, metadata: { ...metadata, ...seen } }
}

/** Only the lists that have something in them. */
function someOf(lists: Record<string, readonly string[]>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(lists).flatMap(([name, list]) => (list.length > 0 ? [[name, [...list]]] : [])),
  )
}

function describe(file: StagedFile, mimetype: string, declared: Declared): ObjectMetadata {
  const { cacheControl, robotsTag, contentEncoding } = declared
  return {
    eTag: `"${file.md5}"`,
    size: file.size,
    mimetype,
    cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: file.size,
    httpStatusCode: 200,
    ...(robotsTag === null ? {} : { xRobotsTag: robotsTag }),
    ...(contentEncoding ? { contentEncoding } : {}),
    ...declared.given,
  }
}
