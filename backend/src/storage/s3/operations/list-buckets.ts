import { runAs } from '../../context.ts'
import { S3Error } from '../errors.ts'
import { numberParameter, type S3Operation, sendXml } from '../s3-call.ts'

const MAX_BUCKETS = 10_000

/** GET /: all buckets, or paged with `max-buckets`. */
export const listBuckets: S3Operation = async (call) => {
  const { context, request, caller } = call
  const most = numberParameter(call, 'max-buckets', 1, MAX_BUCKETS) ?? MAX_BUCKETS
  const prefix = call.parameter('prefix') ?? ''
  const after = decodeToken(call.parameter('continuation-token') ?? '')
  const rows = await runAs(
    context,
    request,
    caller,
    'storage.s3.bucket.list',
    (sql) => sql<{ id: string; created_at: Date }[]>`
      select id, created_at from storage.buckets
      where starts_with(id, ${prefix}) and id collate "C" > ${after}
      order by id collate "C" limit ${most + 1}`,
    { readOnly: true },
  )
  const page = rows.slice(0, most)
  const last = page.at(-1)
  const buckets = page.map((row) => ({ Name: row.id, CreationDate: row.created_at.toISOString() }))
  return sendXml(call, 'ListAllMyBucketsResult', {
    Owner: { ID: caller.userId ?? caller.role },
    Buckets: buckets.length > 0 ? { Bucket: buckets } : null,
    ...(prefix === '' ? {} : { Prefix: prefix }),
    ...(last && rows.length > most ? { ContinuationToken: Buffer.from(last.id).toString('base64url') } : {}),
  })
}

function decodeToken(token: string): string {
  const text = Buffer.from(token, 'base64url').toString('utf8')
  if (text.includes('\0') || Buffer.from(text).toString('base64url') !== token) {
    throw new S3Error('InvalidArgument', 'The continuation token provided is incorrect')
  }
  return text
}
