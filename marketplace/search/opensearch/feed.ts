import { setTimeout as wait } from 'node:timers/promises'
import type { Job, JobContext } from 'souk-backend/jobs'
import type postgres from 'souk-backend/postgres'
import { type Change, MappingConflict, type SearchIndex } from './index-verbs.ts'

/** The owner's connection, or its transaction. */
type Sql = postgres.ISql<Record<never, never>>

const BATCH = 500
const REBUILD_BATCH = 1000
const FIRST_PAUSE_MS = 200
const LEASE = 'feed-search'
/** How long a run waits for the previous one, which may have missed the newest rows. */
const LEASE_PATIENCE_MS = 2000
const PATIENCE_MS = 15_000

/** Documents with their versions, read in one statement for consistency. */
async function waiting(sql: Sql, limit: number): Promise<Change[]> {
  return sql<Change[]>`
    with next as (select listing_id, version from private.search_outbox order by version limit ${limit})
    select next.listing_id as id, next.version::float8 as version, found.document
    from next join private.engine_documents(array(select listing_id from next)) found on found.id = next.listing_id`
}

/** Delivers one batch. Rows are deleted afterwards: duplicates are ignored by version. @returns the number of rows */
export async function deliver(sql: Sql, engine: SearchIndex, building?: string): Promise<number> {
  const changes = await waiting(sql, BATCH)
  if (changes.length === 0) return 0
  if (building === undefined) await engine.index(changes)
  else {
    // The active index may be gone, which is why another is being built.
    const searched = await engine.current()
    if (searched !== null) await engine.index(changes)
    await engine.index(changes, building)
  }
  await sql`
    delete from private.search_outbox waiting using jsonb_to_recordset(${sql.json(changes.map(({ id, version }) => ({ id, version })))}) as done (id uuid, version bigint)
    where waiting.listing_id = done.id and waiting.version = done.version`
  return changes.length
}

/** Fills a new index while the old one is active and both are updated, then switches to the new one. */
export async function rebuild(sql: Sql, engine: SearchIndex, signal?: AbortSignal): Promise<number> {
  const index = await engine.create()
  let done = 0
  for (let last = '00000000-0000-0000-0000-000000000000'; ; ) {
    signal?.throwIfAborted()
    const rows: Omit<Change, 'version'>[] = await sql`
      select found.id, found.document from private.engine_documents(array(
        select entry.listing_id from private.listing_search entry where entry.listing_id > ${last}::uuid
        order by entry.listing_id limit ${REBUILD_BATCH})) as found order by found.id`
    if (rows.length === 0) break
    // Every change has a higher version than a rebuild.
    await engine.index(
      rows.map((row) => ({ ...row, version: 1 })),
      index,
    )
    while ((await deliver(sql, engine, index)) === BATCH) signal?.throwIfAborted()
    done += rows.length
    last = rows.at(-1)?.id ?? last
  }
  while ((await deliver(sql, engine, index)) > 0) signal?.throwIfAborted()
  await engine.publish(index)
  await sql`update private.search_feed set is_built = true`
  return done
}

/** Compares both copies by slices and queues differences. @returns the number of queued ads */
export async function mendDrift(sql: Sql, engine: SearchIndex): Promise<number> {
  const own = await sql<{ slice: string; ads: number; stamps: number }[]>`
    select slice, ads::float8 as ads, stamps::float8 as stamps from private.engine_slices()`
  const theirs = new Map((await engine.slices()).map((one) => [one.slice, one]))
  const ours = new Map(own.map((one) => [one.slice, one]))
  let queued = 0
  for (const slice of '0123456789abcdef') {
    const [left, right] = [ours.get(slice), theirs.get(slice)]
    if (left?.ads === right?.ads && left?.stamps === right?.stamps) continue
    for await (const ids of engine.idsOf(slice)) {
      // Deleted ads are deleted in the engine.
      queued += await enqueue(
        sql,
        sql`select id::uuid from jsonb_array_elements_text(${sql.json([...ids])}) as id
        where not exists (select from private.listing_search entry where entry.listing_id = id::uuid)`,
      )
    }
    queued += await enqueue(
      sql,
      sql`select listing_id from private.listing_search where left(listing_id::text, 1) = ${slice}`,
    )
  }
  return queued
}

async function enqueue(sql: Sql, ids: postgres.PendingQuery<postgres.Row[]>): Promise<number> {
  const { count } = await sql`
    insert into private.search_outbox as outbox (listing_id, version)
    select id, nextval('private.search_version') from (${ids}) as missing (id)
    on conflict (listing_id) do update set version = excluded.version`
  return count
}

/** One worker over all processes: the lease is an advisory lock, which ends with the process that holds it. */
async function withLease<T>(sql: JobContext['sql'], work: () => Promise<T>): Promise<T | null> {
  const connection = await sql.reserve()
  try {
    for (const startedAt = Date.now(); ; ) {
      const [row] = await connection<{ taken: boolean }[]>`select pg_try_advisory_lock(hashtext(${LEASE})) as taken`
      if (row?.taken) break
      if (Date.now() - startedAt > LEASE_PATIENCE_MS) return null
      await wait(100)
    }
    try {
      return await work()
    } finally {
      await connection`select pg_advisory_unlock(hashtext(${LEASE}))`
    }
  } finally {
    connection.release()
  }
}

/** Sends changes to the engine. Woken by the outbox; scheduled too, for missed wake-ups and after an engine outage. */
export function feedSearch(engine: SearchIndex): Job {
  return {
    name: 'feed-search',
    schedule: '* * * * *',
    atStart: true,
    async run({ sql, log, signal }) {
      await sql`insert into private.search_feed (is_built) values (false) on conflict do nothing`
      await withLease(sql, async () => {
        const until = Date.now() + PATIENCE_MS
        let isUsable = true
        for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted && Date.now() < until; pauseMs *= 2) {
          try {
            if (!isUsable || !(await isBuilt(sql, engine))) {
              log.info('building the search index')
              log.info({ ads: await rebuild(sql, engine, signal) }, 'the search index is built')
              isUsable = true
            }
            while (!signal.aborted && (await deliver(sql, engine)) > 0);
            return
          } catch (error) {
            log.warn({ err: error }, 'the search engine was not told; it is tried again')
            isUsable = !(error instanceof MappingConflict)
            await wait(pauseMs)
          }
        }
      })
    },
  }
}

/** An index is complete only if it was built after the outbox was enabled. */
async function isBuilt(sql: Sql, engine: SearchIndex): Promise<boolean> {
  const [feed] = await sql<{ is_built: boolean }[]>`select is_built from private.search_feed`
  return feed?.is_built === true && (await engine.current()) !== null
}

/** Nightly: finds and repairs differences between index and database. */
export function mendSearch(engine: SearchIndex): Job {
  return {
    name: 'mend-search',
    schedule: '23 4 * * *',
    async run({ sql, log }) {
      const queued = await mendDrift(sql, engine)
      if (queued > 0) log.warn({ ads: queued }, 'the search index differed and is mended')
    },
  }
}
