import { receiveObject } from '../../objects/receive-upload.ts'
import { requireMimeType, type UploadBody } from '../../objects/upload-body.ts'
import { ownership, probeWrite } from '../../objects/write-object.ts'
import type { S3Call, S3Operation } from '../s3-call.ts'
import { readConditions, readDescription, refuseUnsupported } from './written-object.ts'

/** PUT /bucket/key */
export const putObject: S3Operation = async (call) => {
  const { context, request, reply, caller, bucket, key } = call
  refuseUnsupported(call)
  const target = { bucketId: bucket, key, ...readConditions(call), ...ownership(context, request, caller) }
  const row = await receiveObject(
    context,
    target,
    ({ declaredType, declaredLength }) =>
      probeWrite(context, request, caller, target, 'storage.s3.object.upload', {
        mimetype: declaredType,
        contentLength: declaredLength,
      }),
    async () => readUpload(call),
  )
  return reply.header('etag', row.metadata.eTag).send()
}

function readUpload(call: S3Call): UploadBody {
  const { mimeType, cacheControl, contentEncoding, given, userMetadata } = readDescription(call)
  return {
    declaredType: requireMimeType(mimeType),
    cacheControl,
    contentEncoding,
    given,
    userMetadata,
    robotsTag: null,
    declaredLength: call.body.declaredLength,
    content: call.body.content(),
  }
}
