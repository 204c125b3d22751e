import type { FastifyRequest } from 'fastify'
import { type Bucket, requireAllowedMimeType, requireBucket, sizeLimitOf } from '../buckets/bucket.ts'
import type { StorageContext } from '../context.ts'
import { StorageError } from '../errors.ts'
import { FOLDER_PLACEHOLDER, requireKey } from '../names.ts'
import { acceptContent } from './accept-content.ts'
import type { ObjectRow } from './object-row.ts'
import { readUploadBody, type UploadBody } from './upload-body.ts'
import { storeObject, type Target } from './write-object.ts'

/** An upload in the storage protocol. @param authorise checks whether this write is allowed, before the body is read */
export async function receiveUpload(
  context: StorageContext,
  request: FastifyRequest,
  target: Target,
  authorise: (body: UploadBody) => Promise<void>,
): Promise<{ Id: string; Key: string }> {
  const row = await receiveObject(context, target, authorise, () => readUploadBody(request))
  return { Id: row.id, Key: `${row.bucket_id}/${row.name}` }
}

/**
 * The steps shared by every upload: rules that need no bytes, permission, bytes to disk, rules that need the bytes, row.
 * @param authorise checks whether this write is allowed; called before the body is read
 * @param readBody reads what precedes the bytes in the protocol at hand
 */
export async function receiveObject(
  context: StorageContext,
  target: Target,
  authorise: (body: UploadBody) => Promise<void>,
  readBody: () => Promise<UploadBody>,
): Promise<ObjectRow> {
  requireKey(target.key)
  const bucket = await requireBucket(context.database.admin, target.bucketId)
  const body = await mapError(readBody)
  const limit = requireAcceptableHead(context, bucket, target.key, body)
  await authorise(body)

  const { ownerId } = target
  const isPaced = bucket.imagePolicy !== null && ownerId !== null
  const content = isPaced ? context.picturePace.slow(body.content, ownerId) : body.content
  const received = await mapError(() => context.staging.receive(content, limit))
  const { file, metadata } = await acceptContent(context, bucket, target.key, received, {
    mimeType: body.declaredType,
    cacheControl: body.cacheControl,
    robotsTag: body.robotsTag,
    contentEncoding: body.contentEncoding ?? null,
    ownerId,
    isOwn: target.isUnlimited ?? false,
    ...(body.given ? { given: body.given } : {}),
  })
  try {
    return await storeObject(context, target, { file, metadata, userMetadata: body.userMetadata })
  } finally {
    await context.staging.drop(file) // already moved unless storing failed
  }
}

/** @returns the maximum number of bytes to accept */
function requireAcceptableHead(context: StorageContext, bucket: Bucket, key: string, body: UploadBody): number {
  const isPlaceholder = key.endsWith(FOLDER_PLACEHOLDER)
  // In an image bucket the declared type is ignored: the bytes decide.
  if (!isPlaceholder && bucket.imagePolicy === null) requireAllowedMimeType(bucket, body.declaredType)
  const limit = isPlaceholder ? 0 : sizeLimitOf(bucket, context.config.storage.globalSizeLimit)
  if ((body.declaredLength ?? 0) > limit) throw new StorageError('too_large')
  return limit
}

/** Errors while reading a request are the client's fault, except for our own errors and disk errors. */
export async function mapError<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    const isOurs = error instanceof StorageError || (error instanceof Error && 'syscall' in error)
    throw isOurs ? error : new StorageError('upload_broken', undefined, { cause: error })
  }
}
