import { randomUUID } from 'node:crypto'
import type { TransactionSql } from '../../../database/database.ts'
import type { ByteRange } from '../../backends/backend.ts'
import { requireBucket, sizeLimitOf } from '../../buckets/bucket.ts'
import { hasSqlState } from '../../columns.ts'
import { StorageError } from '../../errors.ts'
import { readRange } from '../../objects/conditional.ts'
import { mapError } from '../../objects/receive-upload.ts'
import type { Bytes, StagedFile } from '../../staging.ts'
import { S3Error } from '../errors.ts'
import { requireCopySource } from '../operations/copy-source.ts'
import { refuseUnsupported } from '../operations/written-object.ts'
import { numberParameter, type S3Call, type S3Operation, sendXml } from '../s3-call.ts'
import { forgetPart, MAX_PARTS, requireUpload, type UploadRow } from './uploads.ts'

/** PUT /bucket/key?partNumber&uploadId */
export const uploadPart: S3Operation = async (call) => {
  refuseUnsupported(call)
  const { upload } = await requireUpload(call, 'storage.s3.upload.part')
  const part = await receivePart(call, upload, call.body.declaredLength, () => call.body.content())
  return call.reply.header('etag', `"${part.md5}"`).send()
}

/** The same with `x-amz-copy-source` and an optional range of it. */
export const uploadPartCopy: S3Operation = async (call) => {
  const { upload } = await requireUpload(call, 'storage.s3.upload.part')
  const source = await requireCopySource(call, 'storage.s3.upload.part')
  const wanted = call.option('x-amz-copy-source-range')
  const range = readCopyRange(wanted, source.metadata.size)
  const length = range === null ? source.metadata.size : range.end - range.start + 1
  const part = await receivePart(call, upload, length, async () => {
    const content = await call.context.blobs.open(source.version, range ?? undefined)
    if (!content) throw new StorageError('blob_not_found')
    return content
  })
  return sendXml(call, 'CopyPartResult', { ETag: `"${part.md5}"`, LastModified: new Date().toISOString() })
}

/** Unlike a range of reading, one of copying has both ends, within the source. */
function readCopyRange(wanted: string | undefined, size: number): ByteRange | null {
  if (wanted !== undefined && !(Number(/^bytes=\d+-(\d+)$/.exec(wanted.trim())?.[1]) < size))
    throw new StorageError('invalid_range')
  return readRange(wanted, size)
}

async function receivePart(
  call: S3Call,
  upload: UploadRow,
  declaredLength: number | null,
  open: () => Bytes | Promise<Bytes>,
): Promise<StagedFile> {
  const { context } = call
  const partNumber = numberParameter(call, 'partNumber', 1, MAX_PARTS)
  if (partNumber === undefined) throw new S3Error('InvalidArgument', 'partNumber is missing')
  const bucket = await requireBucket(context.database.admin, upload.bucket_id)
  const limit = sizeLimitOf(bucket, context.config.storage.globalSizeLimit)
  if ((declaredLength ?? 0) > limit) throw new StorageError('too_large')
  const file = await mapError(async () => context.staging.receive(await open(), limit))
  try {
    await storePart(call, upload, partNumber, file, limit)
  } finally {
    await context.staging.drop(file) // already moved unless storing failed
  }
  return file
}

/** Stores the bytes before the row; a crash in between leaves bytes for the sweeper. */
async function storePart(
  call: S3Call,
  upload: UploadRow,
  partNumber: number,
  file: StagedFile,
  limit: number,
): Promise<void> {
  const { context } = call
  const version = randomUUID()
  await context.blobs.put(version, file.path)
  try {
    const replaced = await context.database.admin.begin(async (sql) => {
      await requireRoom(call, sql, upload, partNumber, file.size, limit)
      const [known] = await sql<{ version: string }[]>`
        select version from storage.s3_multipart_uploads_parts
        where upload_id = ${upload.id} and part_number = ${partNumber} for update`
      await sql`
        insert into storage.s3_multipart_uploads_parts (upload_id, part_number, version, md5, size)
        values (${upload.id}, ${partNumber}, ${version}, ${file.md5}, ${file.size})
        on conflict (upload_id, part_number) do update
        set version = excluded.version, md5 = excluded.md5, size = excluded.size, created_at = now()`
      return known?.version ?? null
    })
    if (replaced !== null) await forgetPart(context, replaced)
  } catch (error) {
    await forgetPart(context, version)
    throw hasSqlState(error, '23503') ? new S3Error('NoSuchUpload', undefined, { cause: error }) : error
  }
}

/**
 * Limits parts that are not an object yet: the parts of one upload to the maximum size of the object, and those of all uploads of one user
 * to the user's quota.
 */
async function requireRoom(
  { context, caller }: S3Call,
  sql: TransactionSql,
  upload: UploadRow,
  partNumber: number,
  size: number,
  limit: number,
): Promise<void> {
  // Serialises parts of one upload, or two could pass that exceed the limit together.
  const [known] = await sql`select from storage.s3_multipart_uploads where id = ${upload.id} for update`
  if (!known) throw new S3Error('NoSuchUpload')
  const [sums] = await sql<{ here: number; everywhere: number; most: number }[]>`
    select
      coalesce(sum(part.size) filter (where upload.id = ${upload.id}), 0)::float8 as here,
      coalesce(sum(part.size), 0)::float8 as everywhere,
      coalesce((select max_bytes from storage.quotas where owner_id = ${upload.owner_id}),
        ${context.config.storage.quota.bytes}::bigint)::float8 as most
    from storage.s3_multipart_uploads as upload
    join storage.s3_multipart_uploads_parts as part on part.upload_id = upload.id
    where (upload.id = ${upload.id} or upload.owner_id = ${upload.owner_id})
      and not (upload.id = ${upload.id} and part.part_number = ${partNumber})`
  const { here = 0, everywhere = 0, most = 0 } = sums ?? {}
  if (here + size > limit) throw new StorageError('too_large')
  if (caller.role !== 'service_role' && everywhere + size > most) throw new StorageError('quota_exceeded')
}
