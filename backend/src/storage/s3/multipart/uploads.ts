import { randomBytes } from 'node:crypto'
import type { Sql, TransactionSql } from '../../../database/database.ts'
import type { StorageContext } from '../../context.ts'
import { ownership, probeWrite, type Target } from '../../objects/write-object.ts'
import { S3Error } from '../errors.ts'
import type { Description } from '../operations/written-object.ts'
import type { S3Call } from '../s3-call.ts'

/** A multipart upload in progress. */
export interface UploadRow {
  id: string
  bucket_id: string
  key: string
  owner_id: string | null
  metadata: Omit<Description, 'userMetadata'>
  user_metadata: Record<string, string> | null
  created_at: Date
}

export interface PartRow {
  part_number: number
  version: string
  /** Hex; the part's ETag without quotes. */
  md5: string
  size: number
  created_at: Date
}

const LIFETIME_MS = 24 * 60 * 60 * 1000
export const MAX_PARTS = 10_000
export const LEAST_PART_BYTES = 5 * 1024 * 1024

/** @returns the new upload's id */
export async function beginUpload({ context, caller, bucket, key }: S3Call, described: Description): Promise<string> {
  const id = randomBytes(24).toString('base64url')
  const { userMetadata, ...metadata } = described
  await context.database.admin`
    insert into storage.s3_multipart_uploads (id, bucket_id, key, owner_id, metadata, user_metadata)
    values (${id}, ${bucket}, ${key}, ${caller.userId}, ${JSON.stringify(metadata)}::text::jsonb,
      ${userMetadata && JSON.stringify(userMetadata)}::text::jsonb)`
  return id
}

/**
 * Finds the upload named by the request, if it is the caller's own and their policies still allow the write. Checked on every request,
 * because an upload may take a day. The service role may continue any upload.
 * @throws {S3Error} NoSuchUpload
 */
export async function requireUpload(
  call: S3Call,
  operation: string,
  conditions: Pick<Target, 'upsert' | 'ifMatch'> = { upsert: true },
): Promise<{ upload: UploadRow; target: Target }> {
  const { context, request, caller, bucket, key } = call
  const [upload] = await context.database.admin<UploadRow[]>`
    select id, bucket_id, key, owner_id, metadata, user_metadata, created_at from storage.s3_multipart_uploads
    where id = ${call.parameter('uploadId') ?? ''} and bucket_id = ${bucket} and key = ${key}`
  const isOwn = upload && (upload.owner_id === caller.userId || caller.role === 'service_role')
  if (!isOwn || isExpired(upload)) throw new S3Error('NoSuchUpload')
  const target = {
    bucketId: bucket,
    key,
    ...conditions,
    ...ownership(context, request, caller),
    ownerId: upload.owner_id,
  }
  await probeWrite(context, request, caller, target, operation, {
    mimetype: upload.metadata.mimeType,
    contentLength: null,
  })
  return { upload, target }
}

function isExpired({ created_at }: UploadRow): boolean {
  return Date.now() - created_at.getTime() > LIFETIME_MS
}

export async function partsOf(sql: Sql | TransactionSql, uploadId: string): Promise<PartRow[]> {
  return sql<PartRow[]>`
    select part_number, version, md5, size::float8 as size, created_at from storage.s3_multipart_uploads_parts
    where upload_id = ${uploadId} order by part_number`
}

/** Ends an upload, completed or not: removes its rows, then its bytes. @returns false when it has already been ended */
export async function endUpload(context: StorageContext, uploadId: string): Promise<boolean> {
  const versions = await context.database.admin.begin(async (sql) => {
    // Parts that arrive meanwhile wait for this row and then find it gone.
    const [upload] = await sql`select from storage.s3_multipart_uploads where id = ${uploadId} for update`
    if (!upload) return null
    const parts = await partsOf(sql, uploadId)
    await sql`delete from storage.s3_multipart_uploads where id = ${uploadId}`
    return parts.map((part) => part.version)
  })
  for (const version of versions ?? []) await forgetPart(context, version)
  return versions !== null
}

/** Failed removals are left to the sweeper. */
export async function forgetPart(context: StorageContext, version: string): Promise<void> {
  await context.blobs
    .remove(version)
    .catch((error: unknown) => context.log.warn({ err: error }, "a part's file could not be deleted yet"))
}

/** Ends uploads older than their lifetime. */
export async function endExpiredUploads(context: StorageContext, now: Date): Promise<void> {
  const before = new Date(now.getTime() - LIFETIME_MS)
  const expired = await context.database.admin<{ id: string }[]>`
    select id from storage.s3_multipart_uploads where created_at < ${before}`
  for (const { id } of expired) await endUpload(context, id)
}
