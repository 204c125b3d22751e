import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { runAs, type StorageOptions } from '../context.ts'
import { isValidKey } from '../names.ts'
import { requireCaller } from '../request-caller.ts'
import { BucketParams } from './paths.ts'

/** Seconds; at most a year, because a signed URL cannot be revoked. */
export const ExpiresIn = Type.Integer({ minimum: 1, maximum: 365 * 24 * 3600 })

const Body = Type.Object({ expiresIn: ExpiresIn, paths: Type.Array(Type.String(), { minItems: 1, maxItems: 1000 }) })

const REFUSAL = 'Either the object does not exist or you do not have access to it'

/** POST /object/sign/:bucket: signs several paths, each with its own result, in the order given. */
export const signUrls: FastifyPluginAsyncTypebox<StorageOptions> = async (app, { context }) => {
  app.post('/object/sign/:bucket', { schema: { params: BucketParams, body: Body } }, async (request) => {
    const caller = await requireCaller(context.keyring, request)
    const { bucket } = request.params
    const { expiresIn, paths } = request.body
    const keys = paths.filter(isValidKey)
    const rows = await runAs(
      context,
      request,
      caller,
      'storage.object.sign_many',
      (sql) =>
        sql<
          { name: string }[]
        >`select name from storage.objects where bucket_id = ${bucket} and name = any (${keys}::text[])`,
      { readOnly: true },
    )
    const readable = new Set(rows.map((row) => row.name))

    return Promise.all(
      paths.map(async (path) => {
        if (!readable.has(path)) return { path, signedURL: null, error: REFUSAL }
        const url = `${bucket}/${path}`
        const token = await context.urlTokens.signDownload({ url }, expiresIn)
        return { path, signedURL: `/object/sign/${url}?token=${token}`, error: null }
      }),
    )
  })
}
