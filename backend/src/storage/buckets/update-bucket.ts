import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { runAs, type StorageOptions } from '../context.ts'
import { StorageError } from '../errors.ts'
import { requireCaller } from '../request-caller.ts'
import { BucketRules, readBucketColumns } from './bucket-input.ts'

const Body = Type.Object({
  ...BucketRules.properties,
  versioning_status: Type.Optional(Type.Literal('SUSPENDED')), // always so: old versions are not kept
})

const Params = Type.Object({ bucket: Type.String() })

/** PUT /bucket/:bucket */
export const updateBucket: FastifyPluginAsyncTypebox<StorageOptions> = async (app, { context }) => {
  app.put('/bucket/:bucket', { schema: { params: Params, body: Body } }, async (request) => {
    const caller = await requireCaller(context.keyring, request)
    const { bucket } = request.params
    const columns = readBucketColumns(request.body, context.config.storage.globalSizeLimit)
    if (Object.keys(columns).length === 0) {
      throw new StorageError(
        'invalid_request',
        'body must have at least one of public, file_size_limit, allowed_mime_types',
      )
    }
    const updated = await runAs(
      context,
      request,
      caller,
      'storage.bucket.update',
      (sql) =>
        sql`update storage.buckets set ${sql(columns as Record<string, unknown>)} where id = ${bucket} returning id`,
    )
    if (updated.length === 0) throw new StorageError('bucket_not_found')
    context.publicObjects.forgetBucket(bucket)
    return { message: 'Successfully updated' }
  })
}
