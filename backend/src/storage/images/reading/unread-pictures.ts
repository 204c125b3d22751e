import type { Sql } from '../../../database/database.ts'
import type { ReadPicture } from './picture-reader.ts'

/** A picture that this process may read now. */
export interface UnreadPicture {
  readonly objectId: string
  readonly version: string
  readonly bucketId: string
  /** This time included. */
  readonly attempts: number
}

/** How long a process may take before others try: longer than any reading, with the start of what reads. */
const LEASE_SECONDS = 60
const ATTEMPTS = 3

/**
 * Takes the next picture by the owners' turns. Nobody else takes it until the lease ends, so that one whose process was killed
 * is read later and one that kills processes is given up.
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

/** Notes in the object what its picture says. A picture that was replaced meanwhile waits for a reading of its own. */
export async function noteReading(sql: Sql, { objectId, version }: UnreadPicture, read: ReadPicture): Promise<void> {
  const found = JSON.stringify({
    ...(read.codes.length > 0 ? { codes: read.codes } : {}),
    ...(read.texts.length > 0 ? { texts: read.texts } : {}),
  })
  await settle(sql, objectId, version, sql`(metadata - 'reading') || ${found}::text::jsonb`)
}

/** It was not read. It is tried again at the end of its owner's turns, then given up: it stays unread. */
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

/** The server stops: the next process reads it at once. */
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
