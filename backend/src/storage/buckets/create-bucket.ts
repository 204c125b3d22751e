import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { isUniqueViolation, ownerColumns } from '../columns.ts'
import { runAs, type StorageOptions } from '../context.ts'
import { StorageError } from '../errors.ts'
import { requireBucketName } from '../names.ts'
import { requireCaller } from '../request-caller.ts'
import { BucketRules, readBucketColumns } from './bucket-input.ts'

const Body = Type.Object({ ...BucketRules.properties, name: Type.String(), id: Type.Optional(Type.String()) })

/** POST /bucket */
export const createBucket: FastifyPluginAsyncTypebox<StorageOptions> = async (app, { context }) => {
  app.post('/bucket', { schema: { body: Body } }, async (request) => {
    const caller = await requireCaller(context.keyring, request)
    const { name, id = name, ...rules } = request.body
    const columns = {
      ...readBucketColumns(rules, context.config.storage.globalSizeLimit),
      id: requireBucketName(id),
      name: requireBucketName(name),
      ...ownerColumns(caller),
    }
    try {
      await runAs(
        context,
        request,
        caller,
        'storage.bucket.create',
        (sql) => sql`insert into storage.buckets ${sql(columns as Record<string, unknown>)}`,
      )
    } catch (error) {
      throw isUniqueViolation(error) ? new StorageError('bucket_exists', undefined, { cause: error }) : error
    }
    return { name: id }
  })
}
