import { requireAllowedMimeType, requireBucket } from '../../buckets/bucket.ts'
import { requireKey } from '../../names.ts'
import { requireMimeType } from '../../objects/upload-body.ts'
import { ownership, probeWrite } from '../../objects/write-object.ts'
import { readDescription, refuseUnsupported } from '../operations/written-object.ts'
import { type S3Operation, sendXml } from '../s3-call.ts'
import { beginUpload } from './uploads.ts'

/** POST /bucket/key?uploads */
export const createUpload: S3Operation = async (call) => {
  const { context, request, caller } = call
  refuseUnsupported(call)
  const bucket = await requireBucket(context.database.admin, call.bucket)
  const key = requireKey(call.key)
  const described = readDescription(call)
  const mimetype = requireMimeType(described.mimeType)
  // In an image bucket the declared type is ignored: the bytes decide.
  if (bucket.imagePolicy === null) requireAllowedMimeType(bucket, mimetype)
  const target = { bucketId: bucket.id, key, upsert: true, ...ownership(context, request, caller) }
  await probeWrite(context, request, caller, target, 'storage.s3.upload.create', { mimetype, contentLength: null })
  const UploadId = await beginUpload(call, described)
  return sendXml(call, 'InitiateMultipartUploadResult', { Bucket: bucket.id, Key: key, UploadId })
}
