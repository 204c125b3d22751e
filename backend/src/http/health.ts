import type { FastifyPluginAsync } from 'fastify'
import type { Database } from '../database/database.ts'

/** GET /healthz: the process is alive. GET /readyz: the database answers, with what the application adds; migrations ran before the server started listening. */
export const healthRoutes: FastifyPluginAsync<{
  database: Database
  readiness?: (() => Readonly<Record<string, string>>) | undefined
}> = async (app, { database, readiness }) => {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))

  app.get('/readyz', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    try {
      await database.callers`select 1`
      return { status: 'ready', ...readiness?.() }
    } catch (error) {
      request.log.warn({ err: error }, 'not ready')
      return reply
        .code(503)
        .header('retry-after', '1')
        .send({ status: 'not ready', reason: 'The database does not answer.' })
    }
  })
}
