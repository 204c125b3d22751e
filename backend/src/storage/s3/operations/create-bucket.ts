import { insertBucket } from '../../buckets/create-bucket.ts'
import { runAs } from '../../context.ts'
import { StorageError } from '../../errors.ts'
import { requireBucketName } from '../../names.ts'
import { readText } from '../body/read-body.ts'
import { S3Error } from '../errors.ts'
import type { S3Call, S3Operation } from '../s3-call.ts'

/** PUT /bucket: private, without limits. The requested location is ignored. */
export const createBucket: S3Operation = async (call) => {
  const { context, request, reply, caller, bucket } = call
  await readText(call.body)
  const id = requireBucketName(bucket)
  try {
    await insertBucket(context, request, caller, 'storage.s3.bucket.create', { id, name: id })
  } catch (error) {
    const isTaken = error instanceof StorageError && error.kind === 'bucket_exists'
    throw isTaken && (await canSee(call)) ? new S3Error('BucketAlreadyOwnedByYou', undefined, { cause: error }) : error
  }
  return reply.header('location', `/${bucket}`).send()
}

async function canSee({ context, request, caller, bucket }: S3Call): Promise<boolean> {
  const seen = await runAs(
    context,
    request,
    caller,
    'storage.s3.bucket.create',
    (sql) => sql`select from storage.buckets where id = ${bucket}`,
    { readOnly: true },
  )
  return seen.length > 0
}
