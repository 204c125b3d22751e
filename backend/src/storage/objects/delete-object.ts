import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { requireBucket } from '../buckets/bucket.ts'
import { runAs, type StorageOptions } from '../context.ts'
import { StorageError } from '../errors.ts'
import { requireKey } from '../names.ts'
import { requireCaller } from '../request-caller.ts'
import { deleteRows, forgetBytes } from './delete-rows.ts'
import { findObject } from './object-row.ts'
import { ObjectParams } from './paths.ts'

/** DELETE /object/:bucket/* */
export const deleteObject: FastifyPluginAsyncTypebox<StorageOptions> = async (app, { context }) => {
  app.delete('/object/:bucket/*', { schema: { params: ObjectParams } }, async (request) => {
    const caller = await requireCaller(context.keyring, request)
    const key = requireKey(request.params['*'])
    const { id } = await requireBucket(context.database.admin, request.params.bucket)
    const deleted = await runAs(context, request, caller, 'storage.object.delete', async (sql) => {
      // A caller who can see an object but not delete it gets another error than one who must not know about it.
      if (!(await findObject(sql, id, key))) throw new StorageError('object_not_found')
      const rows = await deleteRows(sql, id, [key])
      if (rows.length === 0) throw new StorageError('delete_denied')
      return rows
    })
    await forgetBytes(context, deleted)
    return { message: 'Successfully deleted' }
  })
}
