import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { StorageContext, StorageOptions } from '../context.ts'
import { StorageError } from '../errors.ts'
import { findObject } from './object-row.ts'
import { ObjectParams } from './paths.ts'
import { type Lookup, sendObject } from './send-object.ts'

const Query = Type.Object({ token: Type.String(), download: Type.Optional(Type.String({ maxLength: 1024 })) })

/** GET /object/sign/:bucket/*: the token is the permission. A token for a rendered picture does not open the original. */
export const downloadSigned: FastifyPluginAsyncTypebox<StorageOptions> = async (app, { context }) => {
  app.get(
    '/object/sign/:bucket/*',
    { schema: { params: ObjectParams, querystring: Query } },
    async (request, reply) => {
      const { bucket, '*': key } = request.params
      const claims = await context.urlTokens.verifyDownload(request.query.token, `${bucket}/${key}`)
      if (claims.transformations !== undefined) throw new StorageError('invalid_signature')
      const lookup = signedLookup(context, bucket, key)
      return sendObject(
        context,
        request,
        reply,
        lookup,
        { kind: 'signed', expiresAtSeconds: claims.exp },
        { download: request.query.download, isForAll: false },
      )
    },
  )
}

/** Bypasses row level security: the signer was allowed to read the object. */
export function signedLookup(context: StorageContext, bucket: string, key: string): Lookup {
  return async () => {
    const row = await findObject(context.database.admin, bucket, key)
    if (!row) throw new StorageError('object_not_found')
    return row
  }
}
