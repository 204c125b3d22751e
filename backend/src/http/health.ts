import type { FastifyPluginAsync } from 'fastify'
import type { Database } from '../database/database.ts'

/** Tokens of other servers count as issued in the future from 30 s on. */
const MOST_CLOCK_SECONDS = 20

/** GET /healthz: the process is alive. GET /readyz: the database answers and the clocks agree, with what the application adds; migrations ran before the server started listening. */
export const healthRoutes: FastifyPluginAsync<{
  database: Database
  readiness?: (() => Readonly<Record<string, string>>) | undefined
}> = async (app, { database, readiness }) => {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))

  app.get('/readyz', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    try {
      const [row] = await database.callers<{ now: number }[]>`
        select extract(epoch from clock_timestamp())::float8 as now`
      const differenceSeconds = Math.round(Math.abs(Date.now() / 1000 - (row?.now ?? 0)))
      if (differenceSeconds <= MOST_CLOCK_SECONDS) return { status: 'ready', ...readiness?.() }
      request.log.warn({ differenceSeconds }, 'not ready')
      const reason = `The clock of this server and that of the database differ by ${differenceSeconds} s.`
      return reply.code(503).header('retry-after', '1').send({ status: 'not ready', reason })
    } catch (error) {
      request.log.warn({ err: error }, 'not ready')
      return reply
        .code(503)
        .header('retry-after', '1')
        .send({ status: 'not ready', reason: 'The database does not answer.' })
    }
  })
}
