import type { TransactionSql } from '../../../database/database.ts'
import type { ObjectMetadata } from '../../objects/object-row.ts'

export interface ListQuery {
  readonly bucketId: string
  readonly prefix: string
  /** Keys that go on behind it are told as one folder; empty for none. */
  readonly delimiter: string
  /** Only what comes behind it in byte order; empty from the beginning. */
  readonly after: string
  /** `after` is a folder: also the keys in it are left out. */
  readonly isAfterFolder: boolean
  readonly limit: number
}

export interface ListedRow {
  /** The whole key; of a folder up to and with the delimiter. */
  name: string
  is_folder: boolean
  metadata: Pick<ObjectMetadata, 'eTag' | 'size' | 'lastModified'> | null
  updated_at: Date | null
  owner_id: string | null
}

const GREATEST = '\u{10ffff}'

/** Comes after every key that begins with the text. */
function behind(text: string): string {
  return `${text}${GREATEST}`
}

/**
 * Keys in byte order, as far as the caller of the transaction may see them. Folders are skipped over by a new look into
 * the index, so that a page costs as many looks as it has entries, however many keys lie in its folders.
 */
export function listKeys(sql: TransactionSql, query: ListQuery): Promise<ListedRow[]> {
  const { bucketId, prefix, delimiter, after, isAfterFolder, limit } = query
  const start = isAfterFolder ? behind(after) : after
  const columns = sql`name, metadata, updated_at, owner_id`
  // The bounds say the same as the prefix, in a way in which the index can stop.
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
