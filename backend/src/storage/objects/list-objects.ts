import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { TransactionSql } from '../../database/database.ts'
import { runAs, type StorageOptions } from '../context.ts'
import { requireCaller } from '../request-caller.ts'
import { escapeLike } from './like.ts'
import { BucketParams } from './paths.ts'

/** Larger limits are reduced to it silently, as in the protocol. */
const MAX_PAGE = 1500

const Body = Type.Object({
  prefix: Type.String({ maxLength: 1024 }),
  limit: Type.Optional(Type.Integer({ minimum: 1 })),
  offset: Type.Optional(Type.Integer({ minimum: 0 })),
  search: Type.Optional(Type.String({ maxLength: 1024 })),
  sortBy: Type.Optional(
    Type.Object({
      column: Type.Optional(Type.Enum(['name', 'updated_at', 'created_at', 'last_accessed_at'])),
      order: Type.Optional(Type.Enum(['asc', 'desc'])),
    }),
  ),
})

interface ListQuery {
  readonly bucketId: string
  /** Empty or ending in a slash. */
  readonly folder: string
  readonly search: string
  readonly limit: number
  readonly offset: number
  readonly column: 'name' | 'updated_at' | 'created_at' | 'last_accessed_at'
  readonly isDescending: boolean
}

/** POST /object/list/:bucket: the direct content of one folder; folders are derived from the keys. */
export const listObjects: FastifyPluginAsyncTypebox<StorageOptions> = async (app, { context }) => {
  app.post('/object/list/:bucket', { schema: { params: BucketParams, body: Body } }, async (request) => {
    const caller = await requireCaller(context.keyring, request)
    const { prefix, search = '', limit = 100, offset = 0, sortBy = {} } = request.body
    if (`${prefix}${search}`.includes('\0')) return []
    const query: ListQuery = {
      bucketId: request.params.bucket,
      folder: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`,
      search,
      limit: Math.min(limit, MAX_PAGE),
      offset,
      column: sortBy.column ?? 'name',
      isDescending: sortBy.order === 'desc',
    }
    return runAs(context, request, caller, 'storage.object.list', (sql) => listFolder(sql, query), { readOnly: true })
  })
}

/** Slashes in `search` match deeper levels: names then stay relative to the folder. */
function listFolder(sql: TransactionSql, { bucketId, folder, search, limit, offset, column, isDescending }: ListQuery) {
  const depth = search.split('/').length
  const pattern = `${escapeLike((folder + search).toLowerCase())}%`
  const direction = isDescending ? sql`desc` : sql`asc`
  const byColumn = column === 'name' ? sql`` : sql`is_folder desc, ${sql(column)} ${direction},`
  return sql`
    with hits as (
      select id, updated_at, created_at, last_accessed_at, metadata, string_to_array(substr(name, ${folder.length + 1}::int), '/') as path
      from storage.objects
      where bucket_id = ${bucketId} and lower(name) collate "C" like ${pattern}
    ), entries as (
      select array_to_string(path, '/') as name, id, updated_at, created_at, last_accessed_at, metadata, false as is_folder
      from hits where cardinality(path) <= ${depth}
      union all
      select distinct array_to_string(path[1:${depth}::int], '/'), null::uuid, null::timestamptz, null::timestamptz, null::timestamptz, null::jsonb, true
      from hits where cardinality(path) > ${depth}
    )
    select name, id, updated_at, created_at, last_accessed_at, metadata from entries
    order by ${byColumn} lower(name) collate "C" ${direction}, name collate "C" ${direction}, is_folder desc
    limit ${limit} offset ${offset}`
}
