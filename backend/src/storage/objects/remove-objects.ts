import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { requireBucket } from '../buckets/bucket.ts'
import { runAs, type StorageOptions } from '../context.ts'
import { isValidKey } from '../names.ts'
import { requireCaller } from '../request-caller.ts'
import { deleteRows, forgetBytes } from './delete-rows.ts'
import { BucketParams } from './paths.ts'

const Body = Type.Object({ prefixes: Type.Array(Type.String(), { minItems: 1, maxItems: 1000 }) })

/** DELETE /object/:bucket: `prefixes` are complete keys, despite the protocol's name. Skips objects that the caller may not delete. */
export const removeObjects: FastifyPluginAsyncTypebox<StorageOptions> = async (app, { context }) => {
  app.delete('/object/:bucket', { schema: { params: BucketParams, body: Body } }, async (request) => {
    const caller = await requireCaller(context.keyring, request)
    const { id } = await requireBucket(context.database.admin, request.params.bucket)
    const keys = request.body.prefixes.filter(isValidKey)
    const deleted = await runAs(context, request, caller, 'storage.object.delete_many', (sql) =>
      deleteRows(sql, id, keys),
    )
    await forgetBytes(context, deleted)
    return deleted
  })
}
