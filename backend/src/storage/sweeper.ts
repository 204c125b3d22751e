import type { Database } from '../database/database.ts'
import type { StorageContext } from './context.ts'
import type { ResumableUploads } from './resumable/resumable-uploads.ts'
import { endExpiredUploads } from './s3/multipart/uploads.ts'

/** Bytes are stored some seconds before their row; an hour leaves room for a machine that was suspended. */
const GRACE_MS = 60 * 60 * 1000
const INTERVAL_MS = 60 * 60 * 1000

/** What sweeping needs of the storage service. */
type Swept = Pick<StorageContext, 'blobs' | 'staging' | 'log'> & { readonly database: Pick<Database, 'admin'> }

/**
 * Removes bytes that no row refers to, after a crash between the two or a failed removal. Deletes nothing in a store that this database
 * does not know: DATABASE_URL may point to the wrong place.
 */
export async function sweepOrphans(context: Swept, now = new Date()): Promise<{ readonly removed: number }> {
  const before = new Date(now.getTime() - GRACE_MS)
  await context.staging.removeOlderThan(before)
  if (!(await isOwnStore(context))) {
    context.log.warn('the stored files belong to another database; skipping the sweep')
    return { removed: 0 }
  }
  let removed = 0
  for await (const versions of context.blobs.listOlderThan(before)) {
    for (const orphan of await withoutRow(context, versions)) {
      await context.blobs.remove(orphan)
      removed += 1
    }
  }
  return { removed }
}

/** Sweeps now and every hour. @returns a function that stops it and waits for a running sweep */
export function startSweeper(context: StorageContext, resumable: ResumableUploads): () => Promise<void> {
  let underWay: Promise<void> = Promise.resolve()
  const sweep = () => {
    underWay = Promise.all([sweepOrphans(context), removeExpiredUploads(context, resumable, new Date())]).then(
      ([{ removed }]) => void (removed > 0 && context.log.info({ removed }, 'removed stored files without an object')),
      (error: unknown) => context.log.warn({ err: error }, 'sweeping stored files failed; will retry in an hour'),
    )
  }
  sweep()
  const timer = setInterval(sweep, INTERVAL_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
    return underWay
  }
}

async function removeExpiredUploads(context: StorageContext, resumable: ResumableUploads, now: Date): Promise<void> {
  await resumable.removeExpired(now)
  await endExpiredUploads(context, now)
}

async function isOwnStore({ blobs, database }: Swept): Promise<boolean> {
  const { id, isNew } = await blobs.identity()
  if (isNew) await database.admin`insert into storage.blob_stores (id) values (${id}) on conflict do nothing`
  const known = await database.admin`select from storage.blob_stores where id = ${id}`
  return known.length > 0
}

async function withoutRow({ database }: Swept, versions: readonly string[]): Promise<string[]> {
  const rows = await database.admin<{ version: string }[]>`
    select version from storage.objects where version = any (${versions as string[]}::text[])
    union all
    select version from storage.s3_multipart_uploads_parts where version = any (${versions as string[]}::text[])`
  const used = new Set(rows.map((row) => row.version))
  return versions.filter((version) => !used.has(version))
}
