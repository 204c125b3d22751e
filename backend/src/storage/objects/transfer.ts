import { randomUUID } from 'node:crypto'
import { type Bucket, requireAllowedMimeType, sizeLimitOf } from '../buckets/bucket.ts'
import type { StorageContext } from '../context.ts'
import { StorageError } from '../errors.ts'
import { acceptContent } from './accept-content.ts'
import { givenHeadersOf, type ObjectMetadata, type ObjectRow } from './object-row.ts'

export interface StoredVersion {
  readonly version: string
  readonly metadata: ObjectMetadata
}

/**
 * Stores a second copy of the object's bytes under the rules of the target bucket: otherwise a file that a bucket refuses could be brought
 * in through another one.
 * @param metadata metadata of the copy, as far as the target bucket allows
 */
export async function duplicateBytes(
  context: StorageContext,
  source: ObjectRow,
  bucket: Bucket,
  key: string,
  metadata: ObjectMetadata,
): Promise<StoredVersion> {
  const version = randomUUID()
  if (metadata.size > sizeLimitOf(bucket, context.config.storage.globalSizeLimit)) throw new StorageError('too_large')
  const isSameRules = bucket.id === source.bucket_id
  if (bucket.imagePolicy === null || isSameRules) {
    // An image bucket detects the type itself: callers cannot change it.
    const kept = bucket.imagePolicy === null ? metadata : { ...metadata, mimetype: source.metadata.mimetype }
    requireAllowedMimeType(bucket, kept.mimetype)
    await copyBlob(context, source.version, version)
    return { version, metadata: { ...kept, lastModified: new Date().toISOString() } }
  }
  const content = await context.blobs.open(source.version)
  if (!content) throw new StorageError('blob_not_found')
  const staged = await context.staging.receive(content, metadata.size)
  const accepted = await acceptContent(context, bucket, key, staged, {
    mimeType: metadata.mimetype,
    cacheControl: metadata.cacheControl,
    robotsTag: metadata.xRobotsTag ?? null,
    contentEncoding: metadata.contentEncoding ?? null,
    given: givenHeadersOf(metadata),
    ownerId: source.owner_id,
  })
  await context.blobs.put(version, accepted.file.path)
  return { version, metadata: accepted.metadata }
}

async function copyBlob(context: StorageContext, from: string, to: string): Promise<void> {
  try {
    await context.blobs.copy(from, to)
  } catch (cause) {
    throw cause instanceof StorageError ? cause : new StorageError('blob_not_found', undefined, { cause })
  }
}
