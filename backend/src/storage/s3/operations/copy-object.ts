import { requireBucket } from '../../buckets/bucket.ts'
import { requireKey } from '../../names.ts'
import { copyTo } from '../../objects/copy-object.ts'
import type { ObjectRow } from '../../objects/object-row.ts'
import { requireMimeType } from '../../objects/upload-body.ts'
import { S3Error } from '../errors.ts'
import { type S3Call, type S3Operation, sendXml } from '../s3-call.ts'
import { requireCopySource } from './copy-source.ts'
import { readConditions, readDescription, refuseUnsupported } from './written-object.ts'

const OPERATION = 'storage.s3.object.copy'

/** PUT /bucket/key with `x-amz-copy-source` */
export const copyObject: S3Operation = async (call) => {
  const { context, request, caller } = call
  refuseUnsupported(call)
  const isReplacing = readDirective(call)
  const bucket = await requireBucket(context.database.admin, call.bucket)
  const key = requireKey(call.key)
  const source = await requireCopySource(call, OPERATION)
  if (!isReplacing && source.bucket_id === bucket.id && source.name === key) {
    throw new S3Error('InvalidRequest', 'An object can be copied onto itself only to change its metadata')
  }
  const row = await copyTo(context, request, caller, source, {
    bucket,
    key,
    ...readConditions(call),
    operation: OPERATION,
    ...(isReplacing
      ? readReplacement(call, source)
      : { metadata: source.metadata, userMetadata: source.user_metadata }),
  })
  return sendXml(call, 'CopyObjectResult', { ETag: row.metadata.eTag, LastModified: row.metadata.lastModified })
}

function readDirective(call: S3Call): boolean {
  const directive = call.option('x-amz-metadata-directive') ?? 'COPY'
  if (directive !== 'COPY' && directive !== 'REPLACE') {
    throw new S3Error('InvalidArgument', 'x-amz-metadata-directive must be COPY or REPLACE')
  }
  return directive === 'REPLACE'
}

function readReplacement(call: S3Call, source: ObjectRow) {
  const { mimeType, cacheControl, contentEncoding, given, userMetadata } = readDescription(call)
  const { contentEncoding: _e, contentDisposition: _d, contentLanguage: _l, expires: _x, ...kept } = source.metadata
  const described = { ...kept, mimetype: requireMimeType(mimeType), cacheControl, ...given }
  const metadata = contentEncoding === null ? described : { ...described, contentEncoding }
  return { metadata, userMetadata }
}
