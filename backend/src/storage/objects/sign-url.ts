import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { runAs, type StorageOptions } from '../context.ts'
import { StorageError } from '../errors.ts'
import { requireListed } from '../images/listed-sizes.ts'
import { isEffective, Transform, transformClaim } from '../images/transform.ts'
import { isValidKey } from '../names.ts'
import { isVisitor, requireCaller } from '../request-caller.ts'
import { findObject } from './object-row.ts'
import { ObjectParams } from './paths.ts'
import { ExpiresIn } from './sign-urls.ts'

const Body = Type.Object({
  expiresIn: ExpiresIn,
  transform: Type.Optional(Transform),
  versionId: Type.Optional(Type.String()),
})

/** POST /object/sign/:bucket/*: callers who may read the object can share it for a limited time. */
export const signUrl: FastifyPluginAsyncTypebox<StorageOptions> = async (app, { context }) => {
  app.post('/object/sign/:bucket/*', { schema: { params: ObjectParams, body: Body } }, async (request) => {
    const caller = await requireCaller(context.keyring, request)
    const { bucket, '*': key } = request.params
    const { expiresIn, transform = {}, versionId } = request.body
    if (!isValidKey(key)) throw new StorageError('object_not_found')
    const row = await runAs(context, request, caller, 'storage.object.sign', (sql) => findObject(sql, bucket, key), {
      readOnly: true,
    })
    // Versions before the current one are not kept.
    if (!row || (versionId ?? row.version) !== row.version) throw new StorageError('object_not_found')

    const url = `${bucket}/${key}`
    if (!isEffective(transform)) {
      return { signedURL: `/object/sign/${url}?token=${await context.urlTokens.signDownload({ url }, expiresIn)}` }
    }
    // Signed-in users are accountable for the renderings they sign; anonymous visitors could ask for any number.
    if (isVisitor(caller)) requireListed(context.renderSizes, transform)
    const { format } = transform
    const claims = { url, transformations: transformClaim(transform), ...(format === undefined ? {} : { format }) }
    return { signedURL: `/render/image/sign/${url}?token=${await context.urlTokens.signDownload(claims, expiresIn)}` }
  })
}
