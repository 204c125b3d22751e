import { runAs } from '../../context.ts'
import { type S3Operation, sendXml } from '../s3-call.ts'

/** GET / */
export const listBuckets: S3Operation = async (call) => {
  const { context, request, caller } = call
  const rows = await runAs(
    context,
    request,
    caller,
    'storage.s3.bucket.list',
    (sql) => sql<{ id: string; created_at: Date }[]>`
      select id, created_at from storage.buckets order by id collate "C"`,
    { readOnly: true },
  )
  const buckets = rows.map((row) => ({ Name: row.id, CreationDate: row.created_at.toISOString() }))
  return sendXml(call, 'ListAllMyBucketsResult', {
    Owner: { ID: caller.userId ?? caller.role },
    Buckets: buckets.length > 0 ? { Bucket: buckets } : null,
  })
}
