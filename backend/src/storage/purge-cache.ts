import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StorageOptions } from './context.ts'
import { StorageError } from './errors.ts'
import { requireCaller } from './request-caller.ts'

/** DELETE /cdn, /cdn/:bucket and /cdn/:bucket/*: for service_role. There is no shared cache in front to purge. */
export const purgeCache: FastifyPluginAsyncTypebox<StorageOptions> = async (app, { context }) => {
  const purge = async (request: FastifyRequest, _reply: FastifyReply) => {
    const caller = await requireCaller(context.keyring, request)
    if (caller.role !== 'service_role') throw new StorageError('role_required')
    return { message: 'success' }
  }
  app.delete('/cdn', purge)
  app.delete('/cdn/:bucket', purge)
  app.delete('/cdn/:bucket/*', purge)
}
