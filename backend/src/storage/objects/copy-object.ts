import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Caller } from '../../http/caller.ts'
import { type Bucket, requireBucket } from '../buckets/bucket.ts'
import { runAs, type StorageContext, type StorageOptions } from '../context.ts'
import { StorageError } from '../errors.ts'
import { requireKey } from '../names.ts'
import { requireCaller } from '../request-caller.ts'
import { findObject, type ObjectMetadata, type ObjectRow } from './object-row.ts'
import { duplicateBytes } from './transfer.ts'
import { decodeUserMetadata, isMimeType } from './upload-body.ts'
import { ownership, probeWrite, swapRow } from './write-object.ts'

const Body = Type.Object({
  bucketId: Type.String(),
  sourceKey: Type.String(),
  destinationKey: Type.String(),
  destinationBucket: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  copyMetadata: Type.Optional(Type.Boolean()),
  metadata: Type.Optional(
    Type.Object({
      cacheControl: Type.Optional(Type.String({ maxLength: 255 })),
      mimetype: Type.Optional(Type.String({ maxLength: 255 })),
    }),
  ),
})

/** POST /object/copy */
export const copyObject: FastifyPluginAsyncTypebox<StorageOptions> = async (app, { context }) => {
  app.post('/object/copy', { schema: { body: Body } }, async (request) => {
    const caller = await requireCaller(context.keyring, request)
    const { bucketId, sourceKey, copyMetadata = true, metadata: wanted = {} } = request.body
    const key = requireKey(request.body.destinationKey)
    const upsert = request.headers['x-upsert'] === 'true'
    const bucket = await requireBucket(context.database.admin, request.body.destinationBucket ?? bucketId)
    const source = await runAs(
      context,
      request,
      caller,
      'storage.object.copy',
      (sql) => findObject(sql, bucketId, requireKey(sourceKey)),
      { readOnly: true },
    )
    if (!source) throw new StorageError('object_not_found')

    const row = await copyTo(context, request, caller, source, {
      bucket,
      key,
      upsert,
      operation: 'storage.object.copy',
      metadata: copyMetadata ? source.metadata : override(source.metadata, wanted),
      userMetadata: copyMetadata ? source.user_metadata : decodeUserMetadata(request.headers['x-metadata']),
    })
    return { ...row, Id: row.id, Key: `${row.bucket_id}/${row.name}` }
  })
}

/** Target of a copy, and its metadata as far as the target bucket allows. */
export interface Copy {
  readonly bucket: Bucket
  readonly key: string
  readonly upsert: boolean
  readonly ifMatch?: string | undefined
  readonly operation: string
  readonly metadata: ObjectMetadata
  readonly userMetadata: Record<string, unknown> | null
}

/** The steps shared by every copy: permission, copy of the bytes, row. */
export async function copyTo(
  context: StorageContext,
  request: FastifyRequest,
  caller: Caller,
  source: ObjectRow,
  { bucket, key, upsert, ifMatch, operation, metadata, userMetadata }: Copy,
): Promise<ObjectRow> {
  const target = { bucketId: bucket.id, key, upsert, ifMatch, ...ownership(context, request, caller) }
  await probeWrite(context, request, caller, target, operation, {
    mimetype: metadata.mimetype,
    contentLength: metadata.size,
  })
  const stored = await duplicateBytes(context, source, bucket, key, metadata)
  return swapRow(context, target, { ...stored, userMetadata })
}

function override(metadata: ObjectMetadata, wanted: { cacheControl?: string; mimetype?: string }): ObjectMetadata {
  const { cacheControl = metadata.cacheControl, mimetype = metadata.mimetype } = wanted
  if (!isMimeType(mimetype)) throw new StorageError('invalid_mime_type', 'Invalid mimetype')
  if (!/^[\x20-\x7e]*$/.test(cacheControl)) throw new StorageError('invalid_request', 'Invalid cacheControl')
  return { ...metadata, cacheControl, mimetype }
}
