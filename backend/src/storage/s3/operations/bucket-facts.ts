import { runAs } from '../../context.ts'
import { StorageError } from '../../errors.ts'
import { type S3Call, type S3Operation, sendXml } from '../s3-call.ts'

/** Region reported for all buckets; signatures for any region are accepted. */
const REGION = 'us-east-1'

/** HEAD /bucket */
export const headBucket: S3Operation = async (call) => {
  await requireVisibleBucket(call)
  return call.reply.header('x-amz-bucket-region', REGION).send()
}

/** GET /bucket?location: an empty value means us-east-1, the protocol's oldest region. */
export const getBucketLocation: S3Operation = async (call) => {
  await requireVisibleBucket(call)
  return sendXml(call, 'LocationConstraint', {})
}

/** GET /bucket?versioning: never enabled. */
export const getBucketVersioning: S3Operation = async (call) => {
  await requireVisibleBucket(call)
  return sendXml(call, 'VersioningConfiguration', {})
}

/** @throws {StorageError} bucket_not_found, also for a bucket whose row the caller may not see */
async function requireVisibleBucket({ context, request, caller, bucket }: S3Call): Promise<void> {
  const visible = await runAs(
    context,
    request,
    caller,
    'storage.s3.bucket.get',
    (sql) => sql`select from storage.buckets where id = ${bucket}`,
    { readOnly: true },
  )
  if (visible.length === 0) throw new StorageError('bucket_not_found')
}
