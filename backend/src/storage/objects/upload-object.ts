import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { StorageOptions } from '../context.ts'
import { requireCaller } from '../request-caller.ts'
import { ObjectParams } from './paths.ts'
import { receiveUpload } from './receive-upload.ts'
import { ownership, probeWrite } from './write-object.ts'

/** POST /object/:bucket/* */
export const uploadObject: FastifyPluginAsyncTypebox<StorageOptions> = async (app, { context }) => {
  app.post('/object/:bucket/*', { schema: { params: ObjectParams } }, async (request) => {
    const caller = await requireCaller(context.keyring, request)
    const upsert = request.headers['x-upsert'] === 'true'
    const target = {
      bucketId: request.params.bucket,
      key: request.params['*'],
      upsert,
      ...ownership(context, request, caller),
    }
    return receiveUpload(context, request, target, ({ declaredType, declaredLength }) =>
      probeWrite(context, request, caller, target, 'storage.object.upload', {
        mimetype: declaredType,
        contentLength: declaredLength,
      }),
    )
  })
}
