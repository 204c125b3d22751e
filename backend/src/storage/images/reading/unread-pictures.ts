import type { Sql } from '../../../database/database.ts'
import type { ReadPicture } from './picture-reader.ts'

/** A picture leased to this process for reading. */
export interface UnreadPicture {
  readonly objectId: string
  readonly version: string
  readonly bucketId: string
  /** Including this one. */
  readonly attempts: number
}

/** Lease after which other processes may retry: longer than any reading, including the start of the reader. */
const LEASE_SECONDS = 60
const ATTEMPTS = 3

/**
 * Takes the next picture, round robin between owners. No other process takes it until the lease ends, so a picture whose process was killed
 * is read later, and one that keeps killing processes is dropped.
 */
export async function takeUnread(sql: Sql): Promise<UnreadPicture | null> {
  const [taken] = await sql<UnreadPicture[]>`
    update storage.unread_pictures as unread
    set attempts = unread.attempts + 1, due_at = now() + make_interval(secs => ${LEASE_SECONDS})
    from storage.objects as object
    where object.id = unread.object_id and unread.object_id = (
      select object_id from storage.unread_pictures where due_at <= now()
      order by turn, queued_at limit 1 for update skip locked)
    returning unread.object_id as "objectId", unread.version, object.bucket_id as "bucketId", unread.attempts`
  return taken ?? null
}

/** Stores the reading in the object's metadata. A picture replaced in the meantime waits for its own reading. */
export async function noteReading(sql: Sql, { objectId, version }: UnreadPicture, read: ReadPicture): Promise<void> {
  const found = JSON.stringify({
    ...(read.codes.length > 0 ? { codes: read.codes } : {}),
    ...(read.texts.length > 0 ? { texts: read.texts } : {}),
  })
  await settle(sql, objectId, version, sql`(metadata - 'reading') || ${found}::text::jsonb`)
}

/** After a failed reading, queues the picture behind its owner's others; after the last attempt marks it as failed. */
export async function postponeReading(sql: Sql, picture: UnreadPicture): Promise<void> {
  const { objectId, version, attempts } = picture
  if (attempts >= ATTEMPTS) {
    await settle(sql, objectId, version, sql`metadata || '{"reading": "failed"}'`)
    return
  }
  await sql`
    update storage.unread_pictures set due_at = now() + make_interval(secs => ${attempts * 20}), turn = storage.next_turn(owner_id)
    where object_id = ${objectId} and version = ${version}`
}

/** When the server stops, releases the picture for the next process. */
export async function leaveReading(sql: Sql, { objectId, version }: UnreadPicture): Promise<void> {
  await sql`
    update storage.unread_pictures set due_at = now(), attempts = attempts - 1
    where object_id = ${objectId} and version = ${version}`
}

async function settle(sql: Sql, objectId: string, version: string, metadata: ReturnType<Sql>): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`update storage.objects set metadata = ${metadata} where id = ${objectId} and version = ${version}`
    await transaction`delete from storage.unread_pictures where object_id = ${objectId} and version = ${version}`
  })
}
