import { CreateBucketCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { loadConfig } from 'souk-backend'

/** `node scripts/make-bucket.ts`: creates the bucket named by `S3_BUCKET` if it is missing. */
try {
  const { s3 } = loadConfig(process.env)
  if (!s3)
    throw new Error('No store is configured: set S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.')
  const { endpoint, region, forcePathStyle, accessKeyId, secretAccessKey, bucket: Bucket } = s3
  const client = new S3Client({ endpoint, region, forcePathStyle, credentials: { accessKeyId, secretAccessKey } })
  const isThere = await client.send(new HeadBucketCommand({ Bucket })).then(
    () => true,
    (error: { $metadata?: { httpStatusCode?: number } }) => {
      if (error.$metadata?.httpStatusCode === 404) return false
      throw error
    },
  )
  if (!isThere) await client.send(new CreateBucketCommand({ Bucket }))
  console.log(`The bucket ${Bucket} ${isThere ? 'is there already' : 'was made'}.`)
} catch (error) {
  console.error(error instanceof Error ? `The bucket could not be made: ${error.message}` : error)
  process.exitCode = 1
}
