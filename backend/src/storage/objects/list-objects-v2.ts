import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { TransactionSql } from '../../database/database.ts'
import { runAs, type StorageOptions } from '../context.ts'
import { requireCaller } from '../request-caller.ts'
import { decodeCursor, encodeCursor, type ListCursor, type SortColumn } from './list-cursor.ts'
import { BucketParams } from './paths.ts'

const MAX_PAGE = 1000

const Body = Type.Object({
  prefix: Type.Optional(Type.String({ maxLength: 1024 })),
  limit: Type.Optional(Type.Integer({ minimum: 1 })),
  cursor: Type.Optional(Type.String({ maxLength: 8192 })),
  with_delimiter: Type.Optional(Type.Boolean()),
  sortBy: Type.Optional(
    Type.Object({
      column: Type.Optional(Type.Enum(['name', 'updated_at', 'created_at'])),
      order: Type.Optional(Type.Enum(['asc', 'desc'])),
    }),
  ),
})

interface ListQuery {
  readonly bucketId: string
  readonly prefix: string
  readonly limit: number
  readonly hasFolders: boolean
  readonly column: SortColumn
  readonly order: 'asc' | 'desc'
  readonly after: ListCursor | null
}

interface EntryRow {
  name: string
  id: string | null
  metadata: unknown
  updated_at: Date | null
  created_at: Date | null
  last_accessed_at: Date | null
  /** Milliseconds since 1970 of the sort column; null for folders and when sorting by name. */
  sort_ms: string | null
}

/** POST /object/list-v2/:bucket: keys in byte order, paged with a cursor. */
export const listObjectsV2: FastifyPluginAsyncTypebox<StorageOptions> = async (app, { context }) => {
  app.post(
    '/object/list-v2/:bucket',
    { schema: { params: BucketParams, body: Type.Optional(Body) } },
    async (request) => {
      const caller = await requireCaller(context.keyring, request)
      const { prefix = '', limit = MAX_PAGE, cursor, with_delimiter = false, sortBy = {} } = request.body ?? {}
      if (prefix.includes('\0')) return { hasNext: false, folders: [], objects: [] }
      const after = cursor ? decodeCursor(cursor) : null
      const query: ListQuery = {
        bucketId: request.params.bucket,
        prefix,
        limit: Math.min(limit, MAX_PAGE),
        hasFolders: with_delimiter,
        column: after?.column ?? sortBy.column ?? 'name',
        order: after?.order ?? sortBy.order ?? 'asc',
        after,
      }
      const rows = await runAs(context, request, caller, 'storage.object.list_v2', (sql) => listPage(sql, query), {
        readOnly: true,
      })
      return viewPage(rows, query)
    },
  )
}

/** Fetches one row more than requested to detect another page. By time, folders sort before objects, since they have no time. */
function listPage(sql: TransactionSql, { bucketId, prefix, limit, hasFolders, column, order, after }: ListQuery) {
  const isAscending = order === 'asc'
  const direction = isAscending ? sql`asc` : sql`desc`
  const time = column === 'name' ? sql`null::bigint` : sql`floor(extract(epoch from ${sql(column)}) * 1000)::bigint`
  const folderTime = isAscending ? '-9223372036854775808' : '9223372036854775807'
  const rest = sql`substr(name, ${prefix.length + 1}::int)`
  const folders = hasFolders
    ? sql`
      union all
      select distinct ${prefix} || split_part(rest, '/', 1) || '/', null::uuid, null::jsonb, null::timestamptz, null::timestamptz,
        null::timestamptz, null::bigint
      from hits where strpos(rest, '/') > 0`
    : sql``
  const sortTime = sql`coalesce(sort_ms, ${folderTime}::bigint)`
  const isAfter = after
    ? sql`where (${sortTime}, name collate "C") ${isAscending ? sql`>` : sql`<`} (${after.timeMs ?? folderTime}::bigint, ${after.name} collate "C")`
    : sql``
  return sql<EntryRow[]>`
    with hits as (
      select name, id, metadata, updated_at, created_at, last_accessed_at, ${time} as sort_ms, ${rest} as rest
      from storage.objects
      where bucket_id = ${bucketId} and starts_with(name, ${prefix}) and name collate "C" >= ${prefix}
    ), entries as (
      select name, id, metadata, updated_at, created_at, last_accessed_at, sort_ms from hits
      ${hasFolders ? sql`where strpos(rest, '/') = 0` : sql``}
      ${folders}
    )
    select * from entries ${isAfter}
    order by ${sortTime} ${direction}, name collate "C" ${direction}
    limit ${limit + 1}`
}

function viewPage(rows: readonly EntryRow[], query: ListQuery) {
  const page = rows.slice(0, query.limit)
  const entries = page.map(({ sort_ms: _, ...entry }) => ({
    ...(query.hasFolders ? { key: entry.name.slice(query.prefix.length).replace(/\/$/, '') } : {}),
    ...entry,
  }))
  const hasNext = rows.length > page.length
  const last = page.at(-1)
  return {
    hasNext,
    folders: entries.filter((entry) => entry.id === null),
    objects: entries.filter((entry) => entry.id !== null),
    ...(hasNext && last
      ? {
          nextCursor: encodeCursor({ name: last.name, order: query.order, column: query.column, timeMs: last.sort_ms }),
          nextCursorKey: last.name,
        }
      : {}),
  }
}
