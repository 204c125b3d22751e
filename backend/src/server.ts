import helmet from '@fastify/helmet'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { discoveryAtRoot } from './auth/discovery.ts'
import { authService } from './auth/service.ts'
import type { Functions } from './functions/function.ts'
import { type FunctionSource, functionsService } from './functions/service.ts'
import { createAddressWriter } from './http/client-address.ts'
import { allowCrossOrigin } from './http/cors.ts'
import { Front } from './http/front.ts'
import { healthRoutes } from './http/health.ts'
import { onBehalfKeyOf } from './http/on-behalf.ts'
import { SlowBodies } from './http/slow-bodies.ts'
import { discardUnreadBodies } from './http/unread-bodies.ts'
import { compileAtFirstUse } from './http/validation.ts'
import { serveWebApp, type WebApp } from './http/web-app.ts'
import { acceptPersonalTokens } from './jwt/personal-tokens.ts'
import { checkSessions } from './jwt/session-tokens.ts'
import type { FollowedSettings } from './live-settings.ts'
import type { RecentLog } from './log/recent-log.ts'
import { mailboxPage } from './mail/mailbox-page.ts'
import { openRateLimitStore } from './rate-limits/open-store.ts'
import { realtimeService } from './realtime/service.ts'
import type { ExplainRefusal } from './rest/errors.ts'
import type { RpcHandlers } from './rest/rpc.ts'
import { restService } from './rest/service.ts'
import type { ServiceDependencies } from './service-dependencies.ts'
import { createHotAnswers } from './storage/hot-answers.ts'
import type { RenderSize } from './storage/images/listed-sizes.ts'
import { storageService } from './storage/service.ts'

/** Maximum size of request line plus headers, in bytes: data API URLs are long (contract, section 17). */
const MAX_HEADER_BYTES = 64 * 1024
/** Fastify's default of ten seconds is too short when every core is busy. */
const PLUGIN_START_MS = 120_000

/** The parts of an application that are mounted. */
export interface Mounted {
  readonly functions: Functions
  readonly followFunctions?: FunctionSource['followFunctions']
  /** What the console shows of the log. */
  readonly recentLog?: RecentLog
  readonly web: WebApp | null
  readonly renderSizes?: readonly RenderSize[]
  readonly explainRefusal?: ExplainRefusal
  readonly rpc?: RpcHandlers
  readonly readiness?: () => Readonly<Record<string, string>>
}

/** In place of Fastify's compilers, which load 130 files at every start; the server sets its own. */
const replaced = () => {
  throw new Error('The server sets its own compilers.')
}

/** Mounts every service. Does not listen yet. */
export async function composeServer(
  dependencies: ServiceDependencies,
  app: Mounted,
  settings: FollowedSettings,
): Promise<FastifyInstance> {
  const { config, log } = dependencies
  const onBehalfKey = onBehalfKeyOf(dependencies.keyring)
  const writeAddress = createAddressWriter({ trustProxy: config.trustProxy, onBehalfKey })
  const slowBodies = new SlowBodies()
  const front = new Front((request) => {
    writeAddress(request)
    slowBodies.watch(request)
  })
  // Our type is narrower; plugins are typed for any logger.
  const logger: FastifyBaseLogger = log
  const server = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // Requests are not logged individually, so none needs its own logger.
    childLoggerFactory: (logger) => logger,
    // The front has determined the client address, and set it where a proxy would.
    trustProxy: true,
    routerOptions: { maxParamLength: 2048, ignoreTrailingSlash: false },
    schemaController: { compilersFactory: { buildValidator: replaced, buildSerializer: replaced } },
    http: { maxHeaderSize: MAX_HEADER_BYTES },
    forceCloseConnections: 'idle',
    // Slow hosts may exceed Fastify's 10 s default.
    pluginTimeout: PLUGIN_START_MS,
    serverFactory: front.serverFactory,
  })

  server.setValidatorCompiler(compileAtFirstUse)
  server.setSerializerCompiler(() => JSON.stringify)
  discardUnreadBodies(server)
  server.addHook('preClose', async () => front.close())
  server.addHook('onClose', async () => slowBodies.close())
  try {
    await mount(server, front, dependencies, app, settings)
  } catch (error) {
    // Services that already started have connections and timers that would keep the process alive.
    await server.close()
    throw error
  }
  return server
}

async function mount(
  server: FastifyInstance,
  front: Front,
  dependencies: ServiceDependencies,
  { functions, followFunctions, recentLog, web, renderSizes = [], explainRefusal, rpc, readiness }: Mounted,
  settings: FollowedSettings,
): Promise<void> {
  const { mailer, config } = dependencies
  // Cached answers have the same headers for all clients, which CORS by origin rules out.
  if (config.corsOrigins) front.turnOff()
  const { log, database, applications } = dependencies
  const following = { sql: database.admin, session: database.session, log }
  // Auth checks sessions itself: a session with a pending factor verifies it there.
  const sessions = await checkSessions(dependencies.keyring, { ...following, applications })
  server.addHook('onClose', sessions.close)
  const rateLimits = await openRateLimitStore(config, database.admin, log)
  server.addHook('onClose', rateLimits.close)
  const forPeople = { ...dependencies, keyring: sessions.keyring }
  // Services that accept personal access tokens. Accounts, authentication and realtime require a session.
  const programs = await acceptPersonalTokens(sessions.keyring, following)
  server.addHook('onClose', programs.close)
  const forPrograms = { ...dependencies, keyring: programs.keyring }
  const hotAnswers = createHotAnswers()
  front.add(hotAnswers.answer)
  await server.register(helmet, { contentSecurityPolicy: false, crossOriginResourcePolicy: { policy: 'cross-origin' } })
  await server.register(healthRoutes, { ...dependencies, readiness })
  await server.register(async (api) => {
    await allowCrossOrigin(api, config.corsOrigins)
    const { services } = config
    if (services.has('auth')) await api.register(authService, { ...dependencies, rateLimits, prefix: '/auth/v1' })
    if (services.has('auth')) await api.register(discoveryAtRoot, dependencies)
    if (services.has('rest'))
      await api.register(restService, { ...forPrograms, front, explainRefusal, rpc, prefix: '/rest/v1' })
    if (services.has('storage'))
      await api.register(storageService, { ...forPrograms, hotAnswers, renderSizes, prefix: '/storage/v1' })
    if (services.has('realtime')) await api.register(realtimeService, { ...forPeople, prefix: '/realtime/v1' })
  })
  const functionsOptions = { ...forPrograms, rateLimits, functions, followFunctions }
  if (config.services.has('functions'))
    await server.register(functionsService, { ...functionsOptions, prefix: '/functions/v1' })
  // In production, emails must not be publicly readable: they contain sign-in links.
  if (mailer.mailbox && !config.production) {
    await server.register(mailboxPage, { mailbox: mailer.mailbox, publicUrl: config.publicUrl })
  }
  if (config.console) {
    const { consoleService } = await import('./console/service.ts')
    await server.register(consoleService, { ...dependencies, functions, recentLog, prefix: '/console' })
  }
  if (web) await serveWebApp(server, web, settings)
}
