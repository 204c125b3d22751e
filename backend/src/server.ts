import helmet from '@fastify/helmet'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { discoveryAtRoot } from './auth/discovery.ts'
import { authService } from './auth/service.ts'
import type { Functions } from './functions/function.ts'
import { functionsService } from './functions/service.ts'
import { createAddressWriter } from './http/client-address.ts'
import { allowCrossOrigin } from './http/cors.ts'
import { Front } from './http/front.ts'
import { healthRoutes } from './http/health.ts'
import { onBehalfKeyOf } from './http/on-behalf.ts'
import { SlowBodies } from './http/slow-bodies.ts'
import { letSendersFinish } from './http/unread-bodies.ts'
import { serveWebApp, type WebApp } from './http/web-app.ts'
import { acceptPersonalTokens } from './jwt/personal-tokens.ts'
import { checkSessions } from './jwt/session-tokens.ts'
import type { FollowedSettings } from './live-settings.ts'
import { mailboxPage } from './mail/mailbox-page.ts'
import { openRateLimitStore } from './rate-limits/open-store.ts'
import { realtimeService } from './realtime/service.ts'
import type { ExplainRefusal } from './rest/errors.ts'
import { restService } from './rest/service.ts'
import type { ServiceDependencies } from './service-dependencies.ts'
import { createHotAnswers } from './storage/hot-answers.ts'
import type { RenderSize } from './storage/images/listed-sizes.ts'
import { storageService } from './storage/service.ts'

/** Longest request line plus headers, in bytes: the data API's addresses are long (contract, section 17). */
const MAX_HEADER_BYTES = 64 * 1024
/** Fastify's own ten seconds are too few where every core is taken. */
const PLUGIN_START_MS = 120_000

/** What an application brings of what is mounted. */
export interface Mounted {
  readonly functions: Functions
  readonly web: WebApp | null
  readonly renderSizes?: readonly RenderSize[]
  readonly explainRefusal?: ExplainRefusal
}

/** Every service on one screen. Nothing here listens yet. */
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
  // Ours is narrower; plugins are typed for any.
  const logger: FastifyBaseLogger = log
  const server = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // Requests are not logged one by one, so none needs a logger of its own.
    childLoggerFactory: (logger) => logger,
    // The front has decided who connects, and written it where a proxy would.
    trustProxy: true,
    routerOptions: { maxParamLength: 2048, ignoreTrailingSlash: false },
    http: { maxHeaderSize: MAX_HEADER_BYTES },
    forceCloseConnections: 'idle',
    // A machine that is busy with something else starts late, not never.
    pluginTimeout: PLUGIN_START_MS,
    serverFactory: front.serverFactory,
  })

  letSendersFinish(server)
  server.addHook('preClose', async () => front.close())
  server.addHook('onClose', async () => slowBodies.close())
  try {
    await mount(server, front, dependencies, app, settings)
  } catch (error) {
    // Services that came up before it keep connections and timers: they would keep the process alive.
    await server.close()
    throw error
  }
  return server
}

async function mount(
  server: FastifyInstance,
  front: Front,
  dependencies: ServiceDependencies,
  { functions, web, renderSizes = [], explainRefusal }: Mounted,
  settings: FollowedSettings,
): Promise<void> {
  const { mailer, config } = dependencies
  // What is sent there carries the same headers for everybody, and these differ by origin then.
  if (config.corsOrigins) front.close()
  const { log, database, applications } = dependencies
  const following = { sql: database.admin, log }
  // Auth looks at sessions itself: a session that owes a factor comes there to show it.
  const sessions = await checkSessions(dependencies.keyring, { ...following, applications })
  server.addHook('onClose', sessions.close)
  const rateLimits = await openRateLimitStore(config, database.admin, log)
  server.addHook('onClose', rateLimits.close)
  const forPeople = { ...dependencies, keyring: sessions.keyring }
  // Where a personal token opens a door. Accounts, their proofs and live channels are for sessions.
  const programs = await acceptPersonalTokens(sessions.keyring, following)
  server.addHook('onClose', programs.close)
  const forPrograms = { ...dependencies, keyring: programs.keyring }
  const hotAnswers = createHotAnswers()
  front.add(hotAnswers.answer)
  await server.register(helmet, { contentSecurityPolicy: false, crossOriginResourcePolicy: { policy: 'cross-origin' } })
  await server.register(healthRoutes, dependencies)
  await server.register(async (api) => {
    await allowCrossOrigin(api, config.corsOrigins)
    await api.register(authService, { ...dependencies, rateLimits, prefix: '/auth/v1' })
    await api.register(discoveryAtRoot, dependencies)
    await api.register(restService, { ...forPrograms, front, explainRefusal, prefix: '/rest/v1' })
    await api.register(storageService, { ...forPrograms, hotAnswers, renderSizes, prefix: '/storage/v1' })
    await api.register(realtimeService, { ...forPeople, prefix: '/realtime/v1' })
    await api.register(functionsService, { ...forPrograms, rateLimits, functions, prefix: '/functions/v1' })
  })
  // In production, mails must not be open to whoever asks: they carry sign-in links.
  if (mailer.mailbox && !config.production) {
    await server.register(mailboxPage, { mailbox: mailer.mailbox, publicUrl: config.publicUrl })
  }
  if (web) await serveWebApp(server, web, settings)
}
