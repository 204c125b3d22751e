import { randomUUID } from 'node:crypto'
import type { Upload } from '@tus/server'
import { requireBucket, sizeLimitOf } from '../buckets/bucket.ts'
import type { StorageContext } from '../context.ts'
import { toStorageError } from '../error-renderer.ts'
import { StorageError } from '../errors.ts'
import { FOLDER_PLACEHOLDER } from '../names.ts'
import { acceptContent } from '../objects/accept-content.ts'
import { findObject } from '../objects/object-row.ts'
import { storeObject } from '../objects/write-object.ts'
import { type DescribedUpload, describeUpload } from './described-upload.ts'
import type { UploadRequest } from './upload-request.ts'
import type { UploadStore } from './upload-store.ts'

/**
 * Creates the object of a complete upload, by the same rules as every upload. Can be called again after a crash or failure at any point; a
 * refusal is final and removes the upload.
 */
export async function finishUpload(
  context: StorageContext,
  store: UploadStore,
  who: UploadRequest,
  upload: Upload,
): Promise<void> {
  const described = describeUpload(upload.metadata)
  const progress = await store.progressOf(upload.id)
  if (progress.isFinished) return
  try {
    if (!(await isStored(context, described, progress.version))) {
      await makeObject(context, store, who, upload, described)
    }
    await store.finish(upload.id)
  } catch (error) {
    if (isFinal(error)) await store.discard(upload.id)
    throw error
  }
}

async function isStored({ database }: StorageContext, { bucketId, key }: DescribedUpload, version: string | undefined) {
  return version !== undefined && (await findObject(database.admin, bucketId, key))?.version === version
}

async function makeObject(
  context: StorageContext,
  store: UploadStore,
  who: UploadRequest,
  { id, offset }: Upload,
  described: DescribedUpload,
): Promise<void> {
  const { bucketId, key, mimeType, cacheControl, userMetadata } = described
  const bucket = await requireBucket(context.database.admin, bucketId)
  const limit = key.endsWith(FOLDER_PLACEHOLDER) ? 0 : sizeLimitOf(bucket, context.config.storage.globalSizeLimit)
  if (offset > limit) throw new StorageError('too_large')
  // Checked again: the parts may have taken a day.
  const target = await who.authorise(described, offset)
  const received = await context.staging.adopt(store.pathOf(id))
  const { file, metadata } = await acceptContent(context, bucket, key, received, {
    mimeType,
    cacheControl,
    robotsTag: null,
    ownerId: target.ownerId,
  })
  try {
    const version = randomUUID()
    await store.note(id, { version })
    await storeObject(context, target, { file, metadata, userMetadata }, version)
  } finally {
    await context.staging.drop(file)
  }
}

/** True when a retry would not help: not for a lock, a full queue or a server error. */
function isFinal(error: unknown): boolean {
  const status = error instanceof Error ? Number(toStorageError(error).envelope.statusCode) : 500
  return status < 500 && status !== 423 && status !== 429
}
