import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { runAs, type StorageOptions } from '../context.ts'
import { StorageError } from '../errors.ts'
import { deleteAllRows, forgetBytes } from '../objects/delete-rows.ts'
import { requireCaller } from '../request-caller.ts'

const Params = Type.Object({ bucket: Type.String() })

/**
 * POST /bucket/:bucket/empty. Finishes before it answers, although the protocol's message suggests otherwise: callers delete the bucket
 * next. Requires the right to delete the objects; seeing the bucket is not enough.
 */
export const emptyBucket: FastifyPluginAsyncTypebox<StorageOptions> = async (app, { context }) => {
  app.post('/bucket/:bucket/empty', { schema: { params: Params } }, async (request) => {
    const caller = await requireCaller(context.keyring, request)
    const { bucket } = request.params
    const deleted = await runAs(context, request, caller, 'storage.bucket.empty', async (sql) => {
      const visible = await sql`select from storage.buckets where id = ${bucket}`
      if (visible.length === 0) throw new StorageError('bucket_not_found')
      return deleteAllRows(sql, bucket)
    })
    await forgetBytes(context, deleted)
    return { message: 'Empty bucket has been queued. Completion may take up to an hour.' }
  })
}
