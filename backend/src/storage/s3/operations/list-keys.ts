import type { TransactionSql } from '../../../database/database.ts'
import type { ObjectMetadata } from '../../objects/object-row.ts'

export interface ListQuery {
  readonly bucketId: string
  readonly prefix: string
  /** Keys that continue after it are grouped into one folder; empty for none. */
  readonly delimiter: string
  /** Lists only keys after this one in byte order; empty to start at the beginning. */
  readonly after: string
  /** `after` is a folder whose keys are skipped as well. */
  readonly isAfterFolder: boolean
  readonly limit: number
}

export interface ListedRow {
  /** The complete key; for a folder up to and including the delimiter. */
  name: string
  is_folder: boolean
  metadata: Pick<ObjectMetadata, 'eTag' | 'size' | 'lastModified'> | null
  updated_at: Date | null
  owner_id: string | null
}

const GREATEST = '\u{10ffff}'

/** Sorts after every key that begins with the text. */
function behind(text: string): string {
  return `${text}${GREATEST}`
}

/**
 * Lists keys in byte order, as far as the transaction's caller may see them. Each folder is skipped with a new index lookup, so that a page
 * costs one lookup per entry, however many keys its folders contain.
 */
export function listKeys(sql: TransactionSql, query: ListQuery): Promise<ListedRow[]> {
  const { bucketId, prefix, delimiter, after, isAfterFolder, limit } = query
  const start = isAfterFolder ? behind(after) : after
  const columns = sql`name, metadata, updated_at, owner_id`
  // These bounds repeat the prefix in a form at which the index scan can stop.
  const inside = sql`bucket_id = ${bucketId} and starts_with(name, ${prefix})
    and name collate "C" >= ${prefix} and name collate "C" < ${behind(prefix)}`
  if (delimiter === '') {
    return sql<ListedRow[]>`
      select ${columns}, false as is_folder from storage.objects
      where ${inside} and name collate "C" > ${start}
      order by name collate "C" limit ${limit}`
  }
  const at = (name: string) => sql`strpos(substr(${sql(name)}, ${prefix.length + 1}::int), ${delimiter})`
  const folder = (name: string) =>
    sql`case when ${at(name)} > 0 then left(${sql(name)}, ${prefix.length + delimiter.length - 1}::int + ${at(name)}) end`
  return sql<ListedRow[]>`
    with recursive walk as (
      (select ${columns}, ${folder('name')} as folder, 1 as count from storage.objects
       where ${inside} and name collate "C" > ${start}
       order by name collate "C" limit 1)
      union all
      select following.name, following.metadata, following.updated_at, following.owner_id,
        ${folder('following.name')}, walk.count + 1
      from walk, lateral (
        select ${columns} from storage.objects
        where ${inside} and name collate "C" > (coalesce(walk.folder || ${GREATEST}, walk.name) collate "C")
        order by name collate "C" limit 1
      ) as following
      where walk.count < ${limit}
    )
    select coalesce(folder, name) as name, folder is not null as is_folder, metadata, updated_at, owner_id
    from walk order by count`
}
