import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { requireBucket } from '../buckets/bucket.ts'
import type { StorageOptions } from '../context.ts'
import { requireKey } from '../names.ts'
import { requireCaller } from '../request-caller.ts'
import { ObjectParams } from './paths.ts'
import { ownership, probeWrite } from './write-object.ts'

/** Lifetime in hosted Supabase. */
const UPLOAD_URL_SECONDS = 7200

/** POST /object/upload/sign/:bucket/* */
export const signUploadUrl: FastifyPluginAsyncTypebox<StorageOptions> = async (app, { context }) => {
  app.post('/object/upload/sign/:bucket/*', { schema: { params: ObjectParams } }, async (request) => {
    const caller = await requireCaller(context.keyring, request)
    const key = requireKey(request.params['*'])
    const { id: bucketId } = await requireBucket(context.database.admin, request.params.bucket)
    const upsert = request.headers['x-upsert'] === 'true'
    const target = { bucketId, key, upsert, ...ownership(context, request, caller) }
    await probeWrite(context, request, caller, target, 'storage.object.sign_upload_url', {
      mimetype: 'application/octet-stream',
      contentLength: null,
    })
    const claims = { url: `${bucketId}/${key}`, upsert, ...(caller.userId === null ? {} : { owner: caller.userId }) }
    const token = await context.urlTokens.signUpload(claims, UPLOAD_URL_SECONDS)
    return { url: `/object/upload/sign/${bucketId}/${key}?token=${token}`, token }
  })
}
