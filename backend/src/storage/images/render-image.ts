import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { StorageContext, StorageOptions } from '../context.ts'
import { StorageError } from '../errors.ts'
import { isNotModified } from '../objects/conditional.ts'
import { cacheHeaders, contentDisposition, safetyHeaders, type Visibility } from '../objects/content-headers.ts'
import { signedLookup } from '../objects/download-signed.ts'
import type { ObjectRow } from '../objects/object-row.ts'
import { ObjectParams } from '../objects/paths.ts'
import { authenticatedAccess, publicAccess } from '../objects/read-access.ts'
import { MAX_SOURCE_BYTES, renderVariant } from './render-variant.ts'
import { chooseVariant, describeVariant, parseTransformClaim, Transform, type Variant } from './transform.ts'

const Download = Type.Optional(Type.String({ maxLength: 1024 }))
const Query = Type.Object({ ...Transform.properties, download: Download })
const SignedQuery = Type.Object({ token: Type.String(), download: Download })

/** GET /render/image/public/:bucket/*, /render/image/authenticated/:bucket/* and /render/image/sign/:bucket/* */
export const renderImage: FastifyPluginAsyncTypebox<StorageOptions> = async (app, { context }) => {
  app.get(
    '/render/image/public/:bucket/*',
    { schema: { params: ObjectParams, querystring: Query } },
    async (request, reply) => {
      const { bucket, '*': key } = request.params
      const { lookup, visibility } = publicAccess(context, { bucket, key })
      return sendVariant(context, request, reply, await lookup(), request.query, visibility, request.query.download)
    },
  )

  app.get(
    '/render/image/authenticated/:bucket/*',
    { schema: { params: ObjectParams, querystring: Query } },
    async (request, reply) => {
      const { bucket, '*': key } = request.params
      const { lookup, visibility } = await authenticatedAccess(
        context,
        request,
        { bucket, key },
        'storage.render.image_authenticated',
      )
      return sendVariant(context, request, reply, await lookup(), request.query, visibility, request.query.download)
    },
  )

  app.get(
    '/render/image/sign/:bucket/*',
    { schema: { params: ObjectParams, querystring: SignedQuery } },
    async (request, reply) => {
      const { bucket, '*': key } = request.params
      const { transformations, format, exp } = await context.urlTokens.verifyDownload(
        request.query.token,
        `${bucket}/${key}`,
      )
      // What is rendered stands in the token, never in the query: otherwise one token would be good for every size.
      const transform = parseTransformClaim(transformations, format)
      const row = await signedLookup(context, bucket, key)()
      return sendVariant(
        context,
        request,
        reply,
        row,
        transform,
        { kind: 'signed', expiresAtSeconds: exp },
        request.query.download,
      )
    },
  )
}

async function sendVariant(
  context: StorageContext,
  request: FastifyRequest,
  reply: FastifyReply,
  row: ObjectRow,
  transform: Transform,
  visibility: Visibility,
  download: string | undefined,
): Promise<FastifyReply> {
  const variant = chooseVariant(transform, request.headers.accept)
  const key = variantKey(row.version, variant)
  const etag = `"${key}"`
  const cache = cacheHeaders(row.metadata.cacheControl, visibility)
  reply.headers({
    etag,
    'last-modified': new Date(row.metadata.lastModified).toUTCString(),
    ...cache,
    vary: cache.vary ? `Accept, ${cache.vary}` : 'Accept',
    'x-transformations': describeVariant(variant),
    'x-robots-tag': row.metadata.xRobotsTag ?? 'none',
  })
  if (isNotModified(request.headers, etag, row.metadata.lastModified)) return reply.status(304).send()

  const image = await context.variants.get(key, () => renderFromSource(context, row, variant))
  return reply
    .headers({
      'content-type': image.mimeType,
      ...safetyHeaders(false, image.mimeType),
      ...contentDisposition(download, false),
    })
    .send(image.bytes)
}

/** Raise it when variants of the same request become other bytes: caches here and elsewhere then let go of the old ones. */
const RENDERER_VERSION = 1

/** Stands for the bytes of one variant; fit for a file name and an ETag. */
function variantKey(version: string, { width, height, resize, quality, output }: Variant): string {
  return `${version}_${width ?? ''}x${height ?? ''}_${resize}_${quality ?? ''}_${output}_${RENDERER_VERSION}`
}

async function renderFromSource(context: StorageContext, row: ObjectRow, variant: Variant): Promise<Buffer> {
  if (row.metadata.size > MAX_SOURCE_BYTES)
    throw new StorageError('render_unsupported', 'The source image is too large to be rendered')
  return context.images.run(async () => {
    const source = await context.blobs.read(row.version)
    if (!source) throw new StorageError('blob_not_found')
    return renderVariant(source, variant)
  })
}
