import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { StorageOptions } from '../context.ts'
import { ObjectParams } from './paths.ts'
import { authenticatedAccess, eitherAccess, onlyVersion, publicAccess } from './read-access.ts'
import { sendHead, sendObject } from './send-object.ts'

const Query = Type.Object({
  download: Type.Optional(Type.String({ maxLength: 1024 })),
  versionId: Type.Optional(Type.String({ maxLength: 64 })),
})
const schema = { params: ObjectParams, querystring: Query }

/** GET and HEAD of /object/:bucket/*, /object/authenticated/:bucket/* and /object/public/:bucket/* */
export const downloadObject: FastifyPluginAsyncTypebox<StorageOptions> = async (app, { context }) => {
  const addressOf = (params: { bucket: string; '*': string }) => ({ bucket: params.bucket, key: params['*'] })

  app.get('/object/:bucket/*', { schema, exposeHeadRoute: false }, async (request, reply) => {
    const { lookup, visibility } = await eitherAccess(context, request, addressOf(request.params), 'storage.object.get')
    const { download, versionId } = request.query
    const wanted = onlyVersion(lookup, versionId)
    return sendObject(context, request, reply, wanted, visibility, { download, isForAll: false })
  })
  app.head('/object/:bucket/*', { schema }, async (request, reply) => {
    const { lookup, visibility } = await eitherAccess(
      context,
      request,
      addressOf(request.params),
      'storage.object.info',
    )
    return sendHead(reply, await lookup(), visibility)
  })

  app.get('/object/authenticated/:bucket/*', { schema, exposeHeadRoute: false }, async (request, reply) => {
    const access = await authenticatedAccess(
      context,
      request,
      addressOf(request.params),
      'storage.object.get_authenticated',
    )
    const { download, versionId } = request.query
    const wanted = onlyVersion(access.lookup, versionId)
    return sendObject(context, request, reply, wanted, access.visibility, { download, isForAll: false })
  })
  app.head('/object/authenticated/:bucket/*', { schema }, async (request, reply) => {
    const access = await authenticatedAccess(
      context,
      request,
      addressOf(request.params),
      'storage.object.info_authenticated',
    )
    return sendHead(reply, await access.lookup(), access.visibility)
  })

  app.get('/object/public/:bucket/*', { schema, exposeHeadRoute: false }, async (request, reply) => {
    const { lookup, visibility } = publicAccess(context, addressOf(request.params))
    const { download, versionId } = request.query
    const wanted = onlyVersion(lookup, versionId)
    return sendObject(context, request, reply, wanted, visibility, { download, isForAll: true })
  })
  app.head('/object/public/:bucket/*', { schema }, async (request, reply) => {
    const { lookup, visibility } = publicAccess(context, addressOf(request.params))
    return sendHead(reply, await lookup(), visibility)
  })
}
