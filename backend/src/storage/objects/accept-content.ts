import { type Bucket, requireAllowedMimeType } from '../buckets/bucket.ts'
import type { StorageContext } from '../context.ts'
import { normaliseImage } from '../images/normalise-image.ts'
import { FOLDER_PLACEHOLDER } from '../names.ts'
import type { StagedFile } from '../staging.ts'
import type { GivenHeaders, ObjectMetadata } from './object-row.ts'

/** A file that conforms to the bucket's rules, with its metadata. */
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
  /** The file's owner: owners take turns. */
  readonly ownerId: string | null
  /** The operator's own file: codes and text in it need not be read. */
  readonly isOwn?: boolean
}

/**
 * Applies the bucket's rules to an uploaded file. In a bucket with an image policy the type is read from the bytes and the file may be
 * replaced by a cleaned one; elsewhere the declared type is kept. This call owns the given file and deletes it when it is refused or
 * replaced.
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
  const cleaned = context.staging.newPath()
  try {
    return await acceptPicture(context, bucket, { file, cleaned }, declared)
  } catch (error) {
    await Promise.all([context.staging.drop(file), context.staging.drop({ path: cleaned })])
    throw error
  }
}

async function acceptPicture(
  { images, staging }: StorageContext,
  bucket: Bucket,
  { file, cleaned }: { file: StagedFile; cleaned: string },
  declared: Declared,
): Promise<AcceptedFile> {
  const { imagePolicy } = bucket
  if (imagePolicy === null) throw new Error('Only buckets with an image policy take this path.')
  const picture = await images.run(declared.ownerId ?? '', () => normaliseImage(file.path, cleaned, imagePolicy))
  requireAllowedMimeType(bucket, picture.mimeType)
  const stored = picture.isReplaced ? await staging.describe(cleaned) : file
  if (picture.isReplaced) await staging.drop(file)
  const { width, height, perceptualHash } = picture
  const metadata = describe(stored, picture.mimeType, { ...declared, contentEncoding: null }) // the decoder read it without any encoding
  const isToRead = (imagePolicy.readCodes || imagePolicy.readText) && !declared.isOwn
  const seen = { width, height, perceptualHash, ...(isToRead ? { reading: 'waiting' as const } : {}) }
  return { file: stored, metadata: { ...metadata, ...seen } }
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
