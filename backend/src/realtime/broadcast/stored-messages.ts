import type { Sql } from '../../database/database.ts'
import type { MessageRow } from './database-row.ts'

/** Finds the newest `limit` broadcasts of a private topic since a time (milliseconds since 1970), oldest first. */
export async function findMessagesSince(
  admin: Sql,
  { topic, since, limit }: { topic: string; since: number; limit: number },
): Promise<MessageRow[]> {
  return admin<MessageRow[]>`
    select * from (
      select id, topic, event, payload::text as payload, binary_payload as "binaryPayload", private as "isPrivate",
             inserted_at as "insertedAt"
      from realtime.messages
      where extension = 'broadcast' and event is not null and private and topic = ${topic}
        and inserted_at >= to_timestamp(${since}::double precision / 1000)
      order by inserted_at desc, id desc
      limit ${limit}
    ) newest
    order by "insertedAt", id`
}

/** A point in time in database terms: a snapshot and a log position. */
export interface Horizon {
  readonly snapshot: string
  readonly lsn: string
  readonly at: Date
}

export async function readHorizon(admin: Sql): Promise<Horizon> {
  const [horizon] = await admin<Horizon[]>`
    select pg_current_snapshot()::text as snapshot, pg_current_wal_insert_lsn()::text as lsn, now() as at`
  if (!horizon) throw new Error('no snapshot')
  return horizon
}

/**
 * Finds rows of transactions that were incomplete at the horizon and are complete now. Independent of clocks; transactions that ran for
 * more than a day are ignored, so that old partitions are not scanned.
 */
export async function findMessagesBeyond(admin: Sql, horizon: Horizon): Promise<MessageRow[]> {
  return admin<MessageRow[]>`
    select id, topic, event, payload::text as payload, binary_payload as "binaryPayload", private as "isPrivate"
    from realtime.messages
    where extension = 'broadcast' and event is not null
      and inserted_at > ${horizon.at}::timestamptz - interval '1 day'
      and not pg_visible_in_snapshot(transaction_id, ${horizon.snapshot}::pg_snapshot)
    order by inserted_at, id`
}
