import type { TransactionSql } from '../../database/database.ts'
import type { StorageContext } from '../context.ts'
import type { ObjectRow } from './object-row.ts'
import { OBJECT_COLUMNS } from './object-row.ts'

/** Setting with which the delete guard of the tables lets the storage service delete. */
export const ALLOW_DELETE: Readonly<Record<string, string>> = { 'storage.allow_delete_query': 'true' }

/** Deletes those of the named objects that the caller may see and delete. Remove their bytes after the commit. */
export async function deleteRows(
  sql: TransactionSql,
  bucketId: string,
  names: readonly string[],
): Promise<ObjectRow[]> {
  await sql`select set_config('storage.allow_delete_query', 'true', true)`
  return sql<ObjectRow[]>`
    delete from storage.objects where bucket_id = ${bucketId} and name = any (${names as string[]}::text[])
    returning ${sql(OBJECT_COLUMNS)}`
}

export async function deleteAllRows(sql: TransactionSql, bucketId: string): Promise<ObjectRow[]> {
  await sql`select set_config('storage.allow_delete_query', 'true', true)`
  return sql<ObjectRow[]>`delete from storage.objects where bucket_id = ${bucketId} returning ${sql(OBJECT_COLUMNS)}`
}

/** Removes the bytes of rows whose deletion is committed. The sweeper retries failures later. */
export async function forgetBytes(context: StorageContext, rows: readonly ObjectRow[]): Promise<void> {
  for (const row of rows) {
    context.publicObjects.forget(row.bucket_id, row.name)
    await context.blobs
      .remove(row.version)
      .catch((error: unknown) => context.log.warn({ err: error }, 'a blob could not be deleted yet'))
  }
}
