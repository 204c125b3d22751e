import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Caller } from '../../http/caller.ts'
import { isUniqueViolation, ownerColumns } from '../columns.ts'
import { runAs, type StorageContext, type StorageOptions } from '../context.ts'
import { StorageError } from '../errors.ts'
import { requireBucketName } from '../names.ts'
import { requireCaller } from '../request-caller.ts'
import { type BucketColumns, BucketRules, readBucketColumns } from './bucket-input.ts'

const Body = Type.Object({
  ...BucketRules.properties,
  name: Type.String(),
  id: Type.Optional(Type.String()),
  /** Vector and analytics buckets are not supported. */
  type: Type.Optional(Type.Literal('STANDARD')),
  /** Old versions of objects are not kept, so versioning cannot be enabled. */
  versioning_status: Type.Optional(Type.Literal('DISABLED')),
})

/** POST /bucket */
export const createBucket: FastifyPluginAsyncTypebox<StorageOptions> = async (app, { context }) => {
  app.post('/bucket', { schema: { body: Body } }, async (request) => {
    const caller = await requireCaller(context.keyring, request)
    const { name, id = name, ...rules } = request.body
    await insertBucket(context, request, caller, 'storage.bucket.create', {
      ...readBucketColumns(rules, context.config.storage.globalSizeLimit),
      id: requireBucketName(id),
      name: requireBucketName(name),
    })
    return { name: id }
  })
}

/** @throws {StorageError} bucket_exists, write_denied */
export async function insertBucket(
  context: StorageContext,
  request: FastifyRequest,
  caller: Caller,
  operation: string,
  bucket: BucketColumns & { readonly id: string; readonly name: string },
): Promise<void> {
  const columns: Record<string, unknown> = { ...bucket, ...ownerColumns(caller) }
  try {
    await runAs(context, request, caller, operation, (sql) => sql`insert into storage.buckets ${sql(columns)}`)
  } catch (error) {
    throw isUniqueViolation(error) ? new StorageError('bucket_exists', undefined, { cause: error }) : error
  }
}
