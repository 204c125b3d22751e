import type { FastifyPluginAsync } from 'fastify'
import type { Database } from '../database/database.ts'

/** GET /healthz: the process is alive. GET /readyz: the database answers; migrations ran before the server started listening. */
export const healthRoutes: FastifyPluginAsync<{ database: Database }> = async (app, { database }) => {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))

  app.get('/readyz', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    try {
      await database.callers`select 1`
      return { status: 'ready' }
    } catch (error) {
      request.log.warn({ err: error }, 'not ready')
      return reply
        .code(503)
        .header('retry-after', '1')
        .send({ status: 'not ready', reason: 'The database does not answer.' })
    }
  })
}
