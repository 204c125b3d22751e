import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import type { StorageOptions } from '../context.ts'
import { cacheHeaders } from './content-headers.ts'
import type { ObjectRow } from './object-row.ts'
import { ObjectParams } from './paths.ts'
import { authenticatedAccess, eitherAccess, onlyVersion, publicAccess } from './read-access.ts'

const schema = {
  params: ObjectParams,
  querystring: Type.Object({ versionId: Type.Optional(Type.String({ maxLength: 64 })) }),
}

/** GET /object/info/:bucket/*, /object/info/authenticated/:bucket/* and /object/info/public/:bucket/*; HEAD answers as well. */
export const objectInfo: FastifyPluginAsyncTypebox<StorageOptions> = async (app, { context }) => {
  const addressOf = (params: { bucket: string; '*': string }) => ({ bucket: params.bucket, key: params['*'] })
  const told = async (reply: FastifyReply, lookup: Promise<ObjectRow>, kind: 'public' | 'private') => {
    const row = await lookup
    reply.headers({
      ...cacheHeaders(row.metadata.cacheControl, { kind }),
      etag: row.metadata.eTag,
      'last-modified': row.updated_at.toUTCString(),
    })
    return viewInfo(row)
  }

  app.get('/object/info/:bucket/*', { schema }, async (request, reply) => {
    const { lookup } = await eitherAccess(context, request, addressOf(request.params), 'storage.object.info')
    return told(reply, onlyVersion(lookup, request.query.versionId)(), 'private')
  })
  app.get('/object/info/authenticated/:bucket/*', { schema }, async (request, reply) => {
    const { lookup } = await authenticatedAccess(
      context,
      request,
      addressOf(request.params),
      'storage.object.info_authenticated',
    )
    return told(reply, onlyVersion(lookup, request.query.versionId)(), 'private')
  })
  app.get('/object/info/public/:bucket/*', { schema }, async (request, reply) => {
    const { lookup } = publicAccess(context, addressOf(request.params))
    return told(reply, onlyVersion(lookup, request.query.versionId)(), 'public')
  })
}

function viewInfo(row: ObjectRow) {
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    bucket_id: row.bucket_id,
    size: row.metadata.size,
    content_type: row.metadata.mimetype,
    cache_control: row.metadata.cacheControl,
    etag: row.metadata.eTag,
    metadata: row.user_metadata ?? {},
    last_modified: row.updated_at,
    created_at: row.created_at,
  }
}
