import { removeBucket } from '../../buckets/delete-bucket.ts'
import type { S3Operation } from '../s3-call.ts'

/** DELETE /bucket */
export const deleteBucket: S3Operation = async ({ context, request, reply, caller, bucket }) => {
  await removeBucket(context, request, caller, 'storage.s3.bucket.delete', bucket)
  return reply.status(204).send()
}
