import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { StorageOptions } from '../context.ts'
import { requireCaller } from '../request-caller.ts'
import { ObjectParams } from './paths.ts'
import { receiveUpload } from './receive-upload.ts'
import { ownership, probeWrite } from './write-object.ts'

/** PUT /object/:bucket/*: replaces the object, or creates it. */
export const updateObject: FastifyPluginAsyncTypebox<StorageOptions> = async (app, { context }) => {
  app.put('/object/:bucket/*', { schema: { params: ObjectParams } }, async (request) => {
    const caller = await requireCaller(context.keyring, request)
    const target = {
      bucketId: request.params.bucket,
      key: request.params['*'],
      upsert: true,
      ...ownership(context, request, caller),
    }
    return receiveUpload(context, request, target, ({ declaredType, declaredLength }) =>
      probeWrite(context, request, caller, target, 'storage.object.upload_update', {
        mimetype: declaredType,
        contentLength: declaredLength,
      }),
    )
  })
}
