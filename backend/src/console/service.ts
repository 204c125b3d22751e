import fastifyStatic from '@fastify/static'
import type { FastifyPluginAsync } from 'fastify'
import { type Static, Type } from 'typebox'
import postgres from '#postgres'
import type { Functions } from '../functions/function.ts'
import { isAdministrator } from '../http/administrator.ts'
import type { RecentLog } from '../log/recent-log.ts'
import type { ServiceDependencies } from '../service-dependencies.ts'
import { isFromThisMachine } from './guard.ts'
import { PAGE, preparePage } from './page.ts'
import { runSql } from './run-sql.ts'

interface ConsoleOptions extends ServiceDependencies {
  readonly functions: Functions
  readonly recentLog?: RecentLog | undefined
}

const POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'", // CodeMirror's
  "img-src 'self' data: blob:",
  "connect-src 'self' ws: wss:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const SqlBody = Type.Object({
  sql: Type.String({ minLength: 1, maxLength: 1_000_000 }),
  values: Type.Optional(Type.Array(Type.Union([Type.String(), Type.Null()]), { maxItems: 200 })),
  write: Type.Optional(Type.Boolean()),
})

/**
 * The console: a page, and what the public API does not tell it. Everything but the page needs the secret key, which on this machine,
 * outside production, the page is given.
 */
export const consoleService: FastifyPluginAsync<ConsoleOptions> = async (
  app,
  { config, database, keyring, functions, recentLog },
) => {
  app.addHook('onSend', async (_request, reply) => {
    reply.headers({ 'content-security-policy': POLICY, 'x-frame-options': 'DENY', 'referrer-policy': 'no-referrer' })
  })
  // No other site's pages may call it, whatever CORS_ORIGINS says.
  app.options('/*', (_request, reply) => reply.code(404).send())
  const build = await preparePage()
  await app.register(fastifyStatic, { root: PAGE, index: false, globIgnore: ['index.html'], wildcard: build !== null })
  app.get('/', async (_request, reply) => {
    const problem = await build?.()
    if (problem) return reply.code(503).type('text/plain').send(problem)
    return reply.sendFile('index.html', { cacheControl: false })
  })

  app.post('/session', async (request, reply) => {
    const isOpen = !config.production && isFromThisMachine(request)
    return reply
      .header('cache-control', 'no-store')
      .send({ name: config.brandName, key: isOpen ? keyring.apiKeys.secretKey : null })
  })

  await app.register(async (guarded) => {
    guarded.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store')
      if (!(await isAdministrator(keyring, request)))
        return reply.code(401).send({ message: 'The console needs the secret key.' })
    })
    // In production no more than the key can anyway: `reset role` leads to a role without rights.
    const [sql, role] = config.production ? [database.callers, 'service_role'] : [database.session, undefined]
    guarded.post<{ Body: Static<typeof SqlBody> }>('/sql', { schema: { body: SqlBody } }, async (request, reply) => {
      try {
        return await runSql(sql, { ...request.body, role })
      } catch (error) {
        if (!(error instanceof SyntaxError || error instanceof postgres.PostgresError)) throw error
        const { message, code, position, detail, hint } = error as Error & Partial<postgres.PostgresError>
        return reply.code(400).send({ message, code, position: Number(position ?? 0) || null, detail, hint })
      }
    })
    guarded.get('/log', async () => recentLog?.list() ?? [])
    guarded.get('/functions', async () =>
      Object.keys(functions)
        .sort()
        .map((name) => ({ name })),
    )
  })
}
