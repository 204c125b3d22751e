import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { TransactionSql } from '../../database/database.ts'
import type { Caller } from '../../http/caller.ts'
import { requireBucket } from '../buckets/bucket.ts'
import { ownerColumns } from '../columns.ts'
import { runAs, type StorageOptions } from '../context.ts'
import { StorageError } from '../errors.ts'
import { requireKey } from '../names.ts'
import { requireCaller } from '../request-caller.ts'
import { findObject, type ObjectRow } from './object-row.ts'
import { duplicateBytes, type StoredVersion } from './transfer.ts'
import { dropBytes, dropRefused, lockKey, rejectDuplicates } from './write-object.ts'

const Body = Type.Object({
  bucketId: Type.String(),
  sourceKey: Type.String(),
  destinationKey: Type.String(),
  destinationBucket: Type.Optional(Type.Union([Type.String(), Type.Null()])),
})

interface Place {
  readonly bucketId: string
  readonly key: string
}

/** POST /object/move: the row keeps its id and age; the mover becomes its owner. */
export const moveObject: FastifyPluginAsyncTypebox<StorageOptions> = async (app, { context }) => {
  app.post('/object/move', { schema: { body: Body } }, async (request) => {
    const caller = await requireCaller(context.keyring, request)
    const { bucketId } = request.body
    const sourceKey = requireKey(request.body.sourceKey)
    const bucket = await requireBucket(context.database.admin, request.body.destinationBucket ?? bucketId)
    const place = { bucketId: bucket.id, key: requireKey(request.body.destinationKey) }

    const source = await tryMove(bucketId, sourceKey, place)
    if (place.bucketId === bucketId && place.key === sourceKey) return { message: 'Successfully moved' }
    const stored = await duplicateBytes(context, source, bucket, place.key, source.metadata)
    try {
      await rejectDuplicates(() =>
        runAs(context, request, caller, 'storage.object.move', async (sql) => {
          // Takes the same lock as uploads to the target, which must know the bytes they replace.
          await lockKey(sql, place.bucketId, place.key)
          await moveRow(sql, caller, source, place, stored)
        }),
      )
    } catch (error) {
      await dropRefused(context, stored.version, error)
      throw error
    }
    context.publicObjects.forget(bucketId, sourceKey)
    context.publicObjects.forget(place.bucketId, place.key)
    await dropBytes(context, source.version)
    return { message: 'Successfully moved' }

    /** Checks the permission before any byte is copied. @returns the row as it is now */
    async function tryMove(fromBucket: string, fromKey: string, to: Place): Promise<ObjectRow> {
      const probe = async (sql: TransactionSql) => {
        const row = await findObject(sql, fromBucket, fromKey)
        if (!row) throw new StorageError('object_not_found')
        const isSamePlace = to.bucketId === fromBucket && to.key === fromKey
        if (!isSamePlace) await moveRow(sql, caller, row, to, { version: '1', metadata: row.metadata })
        return row
      }
      return rejectDuplicates(() => runAs(context, request, caller, 'storage.object.move', probe, { rollback: true }))
    }
  })
}

/** The unique index refuses a taken key; the version in the condition refuses a source that was replaced in the meantime. */
async function moveRow(
  sql: TransactionSql,
  caller: Caller,
  source: ObjectRow,
  to: Place,
  stored: StoredVersion,
): Promise<void> {
  const { owner, owner_id } = ownerColumns(caller)
  const moved = await sql`
    update storage.objects
    set bucket_id = ${to.bucketId}, name = ${to.key}, version = ${stored.version}, owner = ${owner}, owner_id = ${owner_id},
      metadata = ${JSON.stringify(stored.metadata)}::text::jsonb
    where id = ${source.id} and version = ${source.version}
    returning id`
  if (moved.length === 0) throw new StorageError('write_denied')
}
