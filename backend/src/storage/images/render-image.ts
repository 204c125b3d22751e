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
import { isVisitor } from '../request-caller.ts'
import { requireListed } from './listed-sizes.ts'
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
      requireListed(context.renderSizes, request.query)
      const { lookup, visibility } = publicAccess(context, { bucket, key })
      const wanted = { row: await lookup(), transform: request.query, visibility, download: request.query.download }
      return sendVariant(context, request, reply, { ...wanted, sharer: request.ip, isForAll: true })
    },
  )

  app.get(
    '/render/image/authenticated/:bucket/*',
    { schema: { params: ObjectParams, querystring: Query } },
    async (request, reply) => {
      const { bucket, '*': key } = request.params
      const { caller, lookup, visibility } = await authenticatedAccess(
        context,
        request,
        { bucket, key },
        'storage.render.image_authenticated',
      )
      if (isVisitor(caller)) requireListed(context.renderSizes, request.query)
      const sharer = caller.userId ?? request.ip
      const wanted = { row: await lookup(), transform: request.query, visibility, download: request.query.download }
      return sendVariant(context, request, reply, { ...wanted, sharer, isForAll: false })
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
      // The transformation comes from the token, never from the query: otherwise one token would allow every size.
      const transform = parseTransformClaim(transformations, format)
      const row = await signedLookup(context, bucket, key)()
      const visibility = { kind: 'signed', expiresAtSeconds: exp } as const
      const { download } = request.query
      return sendVariant(context, request, reply, {
        row,
        transform,
        visibility,
        download,
        sharer: request.ip,
        isForAll: false,
      })
    },
  )
}

interface WantedVariant {
  readonly row: ObjectRow
  readonly transform: Transform
  readonly visibility: Visibility
  readonly download: string | undefined
  /** Queue in which the image waits: a user or a network address. */
  readonly sharer: string
  /** Whether the same request gets the same answer for every caller. */
  readonly isForAll: boolean
}

async function sendVariant(
  context: StorageContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { row, transform, visibility, download, sharer, isForAll }: WantedVariant,
): Promise<FastifyReply> {
  const { prefersAvif } = await context.publicObjects.find(row.bucket_id, row.name)
  const variant = chooseVariant(transform, request.headers.accept, prefersAvif)
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
  const keepHot = (body: Buffer | null) => {
    const { lastModified } = row.metadata
    const isCurrent = context.publicObjects.watch(row)
    if (isForAll) context.hotAnswers.keep(request, reply, { etag, lastModified, body, alsoForHead: true, isCurrent })
  }
  if (isNotModified(request.headers, etag, row.metadata.lastModified)) {
    keepHot(null)
    return reply.status(304).send()
  }

  const image = await context.variants.get(key, () => renderFromSource(context, sharer, row, variant))
  reply.headers({
    'content-type': image.mimeType,
    ...safetyHeaders(false, image.mimeType),
    ...contentDisposition(download, false),
  })
  keepHot(image.bytes)
  return reply.send(image.bytes)
}

/** Increment when the same request would produce other bytes, which invalidates cached variants here and elsewhere. */
const RENDERER_VERSION = 2

/** Identifies the bytes of one variant; safe as a file name and in an ETag. */
function variantKey(version: string, { width, height, resize, quality, gravity, output }: Variant): string {
  const crop = gravity === null ? '' : `${gravity.kind}${gravity.x}_${gravity.y}`.replaceAll('.', 'p')
  return `${version}_${width ?? ''}x${height ?? ''}_${resize}${crop}_${quality ?? ''}_${output}_${RENDERER_VERSION}`
}

async function renderFromSource(
  context: StorageContext,
  sharer: string,
  row: ObjectRow,
  variant: Variant,
): Promise<Buffer> {
  if (row.metadata.size > MAX_SOURCE_BYTES)
    throw new StorageError('render_unsupported', 'The source image is too large to be rendered')
  return context.images.run(sharer, async () => {
    const source = await context.blobs.read(row.version)
    if (!source) throw new StorageError('blob_not_found')
    return renderVariant(source, variant)
  })
}
