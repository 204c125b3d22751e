import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { requestSettings, type StorageOptions } from '../context.ts'
import { StorageError } from '../errors.ts'
import { findObject } from './object-row.ts'
import { ObjectParams } from './paths.ts'
import { receiveUpload } from './receive-upload.ts'

const Query = Type.Object({ token: Type.String() })

/** PUT /object/upload/sign/:bucket/*: the token is the permission; its `upsert` claim counts, the header does not. */
export const uploadToSignedUrl: FastifyPluginAsyncTypebox<StorageOptions> = async (app, { context }) => {
  app.put(
    '/object/upload/sign/:bucket/*',
    { schema: { params: ObjectParams, querystring: Query } },
    async (request) => {
      const { bucket: bucketId, '*': key } = request.params
      const { owner, upsert } = await context.urlTokens.verifyUpload(request.query.token, `${bucketId}/${key}`)
      const settings = requestSettings(context, request)
      const target = { bucketId, key, upsert, ownerId: owner ?? null, settings }
      return receiveUpload(context, request, target, async () => {
        const isTaken = !upsert && (await findObject(context.database.admin, bucketId, key)) !== null
        if (isTaken) throw new StorageError('object_exists')
      })
    },
  )
}
