import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { hasSqlState } from '../columns.ts'
import { runAs, type StorageOptions } from '../context.ts'
import { StorageError } from '../errors.ts'
import { ALLOW_DELETE } from '../objects/delete-rows.ts'
import { requireCaller } from '../request-caller.ts'
import { requireBucket } from './bucket.ts'

const Params = Type.Object({ bucket: Type.String() })

/** DELETE /bucket/:bucket */
export const deleteBucket: FastifyPluginAsyncTypebox<StorageOptions> = async (app, { context }) => {
  app.delete('/bucket/:bucket', { schema: { params: Params } }, async (request) => {
    const caller = await requireCaller(context.keyring, request)
    const { id } = await requireBucket(context.database.admin, request.params.bucket)
    try {
      const deleted = await runAs(
        context,
        request,
        caller,
        'storage.bucket.delete',
        (sql) => sql`delete from storage.buckets where id = ${id} returning id`,
        { settings: ALLOW_DELETE },
      )
      if (deleted.length === 0) throw new StorageError('bucket_not_found')
    } catch (error) {
      // The foreign key decides, not a count beforehand: an upload may be under way.
      throw hasSqlState(error, '23503') ? new StorageError('bucket_not_empty', undefined, { cause: error }) : error
    }
    context.publicObjects.forgetBucket(id)
    return { message: 'Successfully deleted' }
  })
}
