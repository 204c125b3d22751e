import { randomUUID } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import type { StorageOptions } from '../context.ts'

/** The protocol's libraries cost start-up time and memory, so they are loaded on the first request. */
const loadProtocol = () => import('./answer.ts')

/** /s3: buckets and objects over the S3 protocol, for clients that use Signature Version 4. */
export const s3Protocol: FastifyPluginAsync<StorageOptions> = async (app, { context }) => {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'x-amz-request-id': randomUUID(), 'x-content-type-options': 'nosniff' })
  })
  app.setErrorHandler<Error>(async (error, request, reply) => {
    const { renderError } = await loadProtocol()
    return renderError(error, request, reply)
  })
  for (const url of ['/', '/*']) {
    app.route({
      method: ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'],
      url,
      exposeHeadRoute: false,
      async handler(request, reply) {
        const { answer } = await loadProtocol()
        return answer(context, request, reply, app.prefix)
      },
    })
  }
}
