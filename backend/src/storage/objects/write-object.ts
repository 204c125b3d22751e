import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import postgres from '#postgres'
import type { TransactionSql } from '../../database/database.ts'
import type { Caller } from '../../http/caller.ts'
import { isUniqueViolation, ownerOf } from '../columns.ts'
import { quotaSettings, requestSettings, runAs, type StorageContext } from '../context.ts'
import { StorageError } from '../errors.ts'
import type { StagedFile } from '../staging.ts'
import { findObject, OBJECT_COLUMNS, type ObjectMetadata, type ObjectRow } from './object-row.ts'

/** Where an object is written, and its owner. */
export interface Target {
  readonly bucketId: string
  readonly key: string
  /** False refuses to replace an existing object. */
  readonly upsert: boolean
  /** ETag that the existing object must have; a missing object fails the condition. */
  readonly ifMatch?: string | undefined
  readonly ownerId: string | null
  /** True for the service role, which has no quota. */
  readonly isUnlimited?: boolean
  /** For triggers of the application. */
  readonly settings?: Readonly<Record<string, string>>
}

/** Ownership of the objects that this caller writes. */
export function ownership(
  context: StorageContext,
  request: FastifyRequest,
  caller: Caller,
): Pick<Target, 'ownerId' | 'isUnlimited' | 'settings'> {
  return {
    ownerId: caller.userId,
    isUnlimited: caller.role === 'service_role',
    settings: requestSettings(context, request),
  }
}

/**
 * Checks whether the caller's policies allow the write, by doing it and rolling back, before any byte is read.
 * @throws {StorageError} write_denied, object_exists
 */
export async function probeWrite(
  context: StorageContext,
  request: FastifyRequest,
  caller: Caller,
  target: Target,
  operation: string,
  known: { readonly mimetype: string; readonly contentLength: number | null },
): Promise<void> {
  const { owner, owner_id } = ownerOf(target.ownerId)
  const metadata = JSON.stringify({ mimetype: known.mimetype, contentLength: known.contentLength ?? undefined })
  await rejectDuplicates(() =>
    runAs(
      context,
      request,
      caller,
      operation,
      (sql) => sql`
        insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata)
        values (${target.bucketId}, ${target.key}, ${owner}, ${owner_id}, '1', ${metadata}::text::jsonb)
        ${target.upsert ? replaceOnConflict(sql) : sql``}`,
      { rollback: true },
    ),
  )
}

function replaceOnConflict(sql: TransactionSql) {
  return sql`
    on conflict (bucket_id, name) do update
    set version = excluded.version, owner = excluded.owner, owner_id = excluded.owner_id, metadata = excluded.metadata`
}

export interface NewContent {
  readonly file: StagedFile
  readonly metadata: ObjectMetadata
  readonly userMetadata: Record<string, unknown> | null
}

/**
 * Stores the bytes under a new version, then swaps the row under a lock for this bucket and key, then deletes the replaced bytes.
 * Readers see either the old object or the new one, never a mixture.
 */
export async function storeObject(
  context: StorageContext,
  target: Target,
  content: NewContent,
  version = randomUUID() as string,
): Promise<ObjectRow> {
  await context.blobs.put(version, content.file.path)
  return swapRow(context, target, { version, metadata: content.metadata, userMetadata: content.userMetadata })
}

export interface NewVersion {
  readonly version: string
  readonly metadata: ObjectMetadata
  readonly userMetadata: Record<string, unknown> | null
}

/** Makes `next`, whose bytes are already stored, the object's current version; deletes the bytes when it fails. */
export async function swapRow(context: StorageContext, target: Target, next: NewVersion): Promise<ObjectRow> {
  try {
    const { row, replaced } = await context.database.admin.begin(async (sql) => {
      await Promise.all([
        lockKey(sql, target.bucketId, target.key),
        applySettings(sql, { ...target.settings, ...(target.isUnlimited ? {} : quotaSettings(context)) }),
      ])
      const existing = await findObject(sql, target.bucketId, target.key)
      // The probe's result may be outdated: the object may have been created since.
      if (existing && !target.upsert) throw new StorageError('object_exists')
      if (target.ifMatch !== undefined) requireMatch(existing, target.ifMatch)
      return { row: await writeRow(sql, target, next), replaced: existing?.version ?? null }
    })
    context.publicObjects.forget(target.bucketId, target.key)
    if (replaced !== null) await dropBytes(context, replaced)
    if (row.metadata.reading === 'waiting') context.reading.wake()
    return row
  } catch (error) {
    await dropRefused(context, next.version, error)
    throw error
  }
}

function requireMatch(existing: ObjectRow | null, etag: string): void {
  if (!existing) throw new StorageError('object_not_found')
  if (existing.metadata.eTag !== etag) throw new StorageError('object_changed')
}

/** One writer per object at a time, also across processes; ends with the transaction. */
export async function lockKey(sql: TransactionSql, bucketId: string, key: string): Promise<void> {
  await sql`
    select set_config('lock_timeout', '5s', true), pg_advisory_xact_lock(hashtextextended(${`${bucketId}/${key}`}, 0))`
}

/** For the rest of this transaction; those of the quota enforce it. */
async function applySettings(sql: TransactionSql, settings: Readonly<Record<string, string>>): Promise<void> {
  await sql`
    select set_config(name, value, true)
    from unnest(${Object.keys(settings)}::text[], ${Object.values(settings)}::text[]) as setting(name, value)`
}

async function writeRow(sql: TransactionSql, target: Target, next: NewVersion): Promise<ObjectRow> {
  const { owner, owner_id } = ownerOf(target.ownerId)
  const [row] = await sql<ObjectRow[]>`
    insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
    values (${target.bucketId}, ${target.key}, ${owner}, ${owner_id}, ${next.version},
      ${JSON.stringify(next.metadata)}::text::jsonb, ${next.userMetadata && JSON.stringify(next.userMetadata)}::text::jsonb)
    on conflict (bucket_id, name) do update
    set version = excluded.version, owner = excluded.owner, owner_id = excluded.owner_id,
      metadata = excluded.metadata, user_metadata = excluded.user_metadata, last_accessed_at = now()
    returning ${sql(OBJECT_COLUMNS)}`
  if (!row) throw new StorageError('internal')
  return row
}

/**
 * Deletes bytes whose row was not written. When the connection broke, it is unknown whether the transaction was committed: then the bytes
 * stay, and the sweeper decides.
 */
export async function dropRefused(context: StorageContext, version: string, error: unknown): Promise<void> {
  if (error instanceof StorageError || error instanceof postgres.PostgresError) await dropBytes(context, version)
}

/** Failed removals are left to the sweeper. */
export async function dropBytes(context: StorageContext, version: string): Promise<void> {
  await context.blobs
    .remove(version)
    .catch((error: unknown) => context.log.warn({ err: error }, 'a blob could not be deleted yet'))
}

/** Maps a unique violation on storage.objects to the protocol's error. */
export async function rejectDuplicates<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    throw isUniqueViolation(error) ? new StorageError('object_exists', undefined, { cause: error }) : error
  }
}
