import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { runAs, type StorageOptions } from '../context.ts'
import { StorageError } from '../errors.ts'
import { requireCaller } from '../request-caller.ts'
import { BUCKET_VIEW_COLUMNS, type BucketViewRow, viewBucket } from './bucket-view.ts'

const Params = Type.Object({ bucket: Type.String() })

/** GET /bucket/:bucket */
export const getBucket: FastifyPluginAsyncTypebox<StorageOptions> = async (app, { context }) => {
  app.get('/bucket/:bucket', { schema: { params: Params } }, async (request) => {
    const caller = await requireCaller(context.keyring, request)
    const [row] = await runAs(
      context,
      request,
      caller,
      'storage.bucket.get',
      (sql) => sql<BucketViewRow[]>`
        select ${sql(BUCKET_VIEW_COLUMNS)} from storage.buckets where id = ${request.params.bucket}`,
      { readOnly: true },
    )
    if (!row) throw new StorageError('bucket_not_found')
    return viewBucket(row)
  })
}
