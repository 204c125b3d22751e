import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { runAs, type StorageOptions } from '../context.ts'
import { escapeLike } from '../objects/like.ts'
import { requireCaller } from '../request-caller.ts'
import { BUCKET_VIEW_COLUMNS, type BucketViewRow, viewBucket } from './bucket-view.ts'

const Query = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1 })),
  offset: Type.Optional(Type.Integer({ minimum: 0 })),
  search: Type.Optional(Type.String()),
  sortColumn: Type.Optional(Type.Enum(['id', 'name', 'created_at', 'updated_at'])),
  sortOrder: Type.Optional(Type.Enum(['asc', 'desc'])),
})

/** GET /bucket */
export const listBuckets: FastifyPluginAsyncTypebox<StorageOptions> = async (app, { context }) => {
  app.get('/bucket', { schema: { querystring: Query } }, async (request) => {
    const caller = await requireCaller(context.keyring, request)
    const { limit = null, offset = 0, search = '', sortColumn = 'id', sortOrder } = request.query
    const rows = await runAs(
      context,
      request,
      caller,
      'storage.bucket.list',
      (sql) => sql<BucketViewRow[]>`
        select ${sql(BUCKET_VIEW_COLUMNS)} from storage.buckets
        where name ilike ${`%${escapeLike(search)}%`}
        order by ${sql(sortColumn)} ${sortOrder === 'desc' ? sql`desc` : sql`asc`}
        limit ${limit} offset ${offset}`,
      { readOnly: true },
    )
    const type = knowsTypes(request.headers['x-client-info']) ? { type: 'STANDARD' } : {}
    return rows.map((row) => ({ ...viewBucket(row), ...type }))
  })
}

/** Python clients before supabase-py 2.18.0 and storage3 0.12.1 fail on unknown members. */
function knowsTypes(clientInfo: string | string[] | undefined): boolean {
  const [, name, major = '0', minor = '0', patch = '0'] =
    /^(supabase-py|storage3)\/(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(String(clientInfo)) ?? []
  if (name === undefined) return true
  const first = name === 'storage3' ? [0, 12, 1] : [2, 18, 0]
  const known = [major, minor, patch].map(Number)
  const differing = first.findIndex((part, index) => part !== known[index])
  return differing === -1 || (known[differing] ?? 0) > (first[differing] ?? 0)
}
