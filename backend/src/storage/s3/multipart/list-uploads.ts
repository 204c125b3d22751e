import { requireBucket } from '../../buckets/bucket.ts'
import { S3Error } from '../errors.ts'
import { shownKey } from '../operations/readable-object.ts'
import { numberParameter, type S3Call, type S3Operation, sendXml } from '../s3-call.ts'
import type { UploadRow } from './uploads.ts'

const MAX_PAGE = 1000

/** GET /bucket?uploads: the caller's own; the service role sees all. */
export const listUploads: S3Operation = async (call) => {
  const { id: bucketId } = await requireBucket(call.context.database.admin, call.bucket)
  if (call.parameter('delimiter')) throw new S3Error('NotImplemented', 'Uploads are listed without a delimiter only')
  const show = shownKey(call.parameter('encoding-type') === 'url')
  const [prefix, keyMarker, idMarker] = ['prefix', 'key-marker', 'upload-id-marker'].map(
    (name) => call.parameter(name) ?? '',
  )
  const maxUploads = Math.min(numberParameter(call, 'max-uploads', 0, 2 ** 31) ?? MAX_PAGE, MAX_PAGE)
  const from = { bucketId, prefix: prefix ?? '', keyMarker: keyMarker ?? '', idMarker: idMarker ?? '' }
  const rows = await findUploads(call, from, maxUploads + 1)
  const page = rows.slice(0, maxUploads)
  const isTruncated = rows.length > page.length
  return sendXml(call, 'ListMultipartUploadsResult', {
    Bucket: bucketId,
    Prefix: show(from.prefix),
    KeyMarker: show(from.keyMarker),
    UploadIdMarker: from.idMarker,
    ...(isTruncated ? { NextKeyMarker: show(page.at(-1)?.key ?? ''), NextUploadIdMarker: page.at(-1)?.id ?? '' } : {}),
    MaxUploads: maxUploads,
    IsTruncated: isTruncated,
    Upload: page.map((upload) => ({
      Key: show(upload.key),
      UploadId: upload.id,
      Initiator: { ID: upload.owner_id ?? '' },
      Owner: { ID: upload.owner_id ?? '' },
      StorageClass: 'STANDARD',
      Initiated: upload.created_at.toISOString(),
    })),
  })
}

interface From {
  readonly bucketId: string
  readonly prefix: string
  readonly keyMarker: string
  readonly idMarker: string
}

function findUploads({ context, caller }: S3Call, { bucketId, prefix, keyMarker, idMarker }: From, limit: number) {
  const { admin } = context.database
  const isOwn = caller.role === 'service_role' ? admin`true` : admin`owner_id = ${caller.userId}`
  // Without an id the marker covers all uploads of its key.
  const isAfter =
    idMarker === ''
      ? admin`key collate "C" > ${keyMarker}`
      : admin`(key collate "C", id collate "C") > (${keyMarker}, ${idMarker})`
  return admin<Pick<UploadRow, 'id' | 'key' | 'owner_id' | 'created_at'>[]>`
    select id, key, owner_id, created_at from storage.s3_multipart_uploads
    where bucket_id = ${bucketId} and starts_with(key, ${prefix}) and ${isOwn} and ${isAfter}
    order by key collate "C", id collate "C" limit ${limit}`
}
