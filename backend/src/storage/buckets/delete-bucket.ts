import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Caller } from '../../http/caller.ts'
import { hasSqlState } from '../columns.ts'
import { runAs, type StorageContext, type StorageOptions } from '../context.ts'
import { StorageError } from '../errors.ts'
import { ALLOW_DELETE } from '../objects/delete-rows.ts'
import { requireCaller } from '../request-caller.ts'
import { requireBucket } from './bucket.ts'

const Params = Type.Object({ bucket: Type.String() })

/** DELETE /bucket/:bucket */
export const deleteBucket: FastifyPluginAsyncTypebox<StorageOptions> = async (app, { context }) => {
  app.delete('/bucket/:bucket', { schema: { params: Params } }, async (request) => {
    const caller = await requireCaller(context.keyring, request)
    await removeBucket(context, request, caller, 'storage.bucket.delete', request.params.bucket)
    return { message: 'Successfully deleted' }
  })
}

/** @throws {StorageError} bucket_not_found, also when the caller may not delete it; bucket_not_empty */
export async function removeBucket(
  context: StorageContext,
  request: FastifyRequest,
  caller: Caller,
  operation: string,
  bucketId: string,
): Promise<void> {
  const { id } = await requireBucket(context.database.admin, bucketId)
  try {
    const deleted = await runAs(
      context,
      request,
      caller,
      operation,
      (sql) => sql`delete from storage.buckets where id = ${id} returning id`,
      { settings: ALLOW_DELETE },
    )
    if (deleted.length === 0) throw new StorageError('bucket_not_found')
  } catch (error) {
    // The foreign key decides, not a prior count: an upload may be in progress.
    throw hasSqlState(error, '23503') ? new StorageError('bucket_not_empty', undefined, { cause: error }) : error
  }
  context.publicObjects.forgetBucket(id)
}
