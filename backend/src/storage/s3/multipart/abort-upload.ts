import type { S3Operation } from '../s3-call.ts'
import { endUpload, requireUpload } from './uploads.ts'

/** DELETE /bucket/key?uploadId */
export const abortUpload: S3Operation = async (call) => {
  const { upload } = await requireUpload(call, 'storage.s3.upload.abort')
  await endUpload(call.context, upload.id)
  return call.reply.status(204).send()
}
