import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { discoveryAtRoot } from './auth/discovery.ts'
import { authService } from './auth/service.ts'
import type { Functions } from './functions/function.ts'
import { functionsService } from './functions/service.ts'
import { allowCrossOrigin } from './http/cors.ts'
import { Front } from './http/front.ts'
import { healthRoutes } from './http/health.ts'
import { serveWebApp, type WebApp } from './http/web-app.ts'
import { acceptPersonalTokens } from './jwt/personal-tokens.ts'
import type { FollowedSettings } from './live-settings.ts'
import { mailboxPage } from './mail/mailbox-page.ts'
import { realtimeService } from './realtime/service.ts'
import { restService } from './rest/service.ts'
import type { ServiceDependencies } from './service-dependencies.ts'
import { createHotAnswers } from './storage/hot-answers.ts'
import { storageService } from './storage/service.ts'

/** Longest request line plus headers, in bytes: the data API's addresses are long (contract, section 17). */
const MAX_HEADER_BYTES = 64 * 1024
/** Fastify's own ten seconds are too few where every core is taken. */
const PLUGIN_START_MS = 120_000

/** Every service on one screen. Nothing here listens yet. */
export async function composeServer(
  dependencies: ServiceDependencies,
  functions: Functions,
  web: WebApp | null,
  settings: FollowedSettings,
): Promise<FastifyInstance> {
  const { config, log } = dependencies
  const front = new Front()
  const server = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // Requests are not logged one by one, so none needs a logger of its own.
    childLoggerFactory: (logger) => logger,
    trustProxy: config.trustProxy ?? false,
    routerOptions: { maxParamLength: 2048, ignoreTrailingSlash: false },
    http: { maxHeaderSize: MAX_HEADER_BYTES },
    forceCloseConnections: 'idle',
    // A machine that is busy with something else starts late, not never.
    pluginTimeout: PLUGIN_START_MS,
    serverFactory: front.serverFactory,
  }) as unknown as FastifyInstance // the logger's narrower type is ours alone

  server.addHook('preClose', async () => front.close())
  try {
    await mount(server, front, dependencies, functions, web, settings)
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
  functions: Functions,
  web: WebApp | null,
  settings: FollowedSettings,
): Promise<void> {
  const { mailer, config } = dependencies
  // What is sent there carries the same headers for everybody, and these differ by origin then.
  if (config.corsOrigins) front.close()
  const { keyring, close } = await acceptPersonalTokens(dependencies.keyring, {
    sql: dependencies.database.admin,
    log: dependencies.log,
  })
  server.addHook('onClose', close)
  // Where a personal token opens a door. Accounts, their proofs and live channels are for sessions.
  const forPrograms = { ...dependencies, keyring }
  const hotAnswers = createHotAnswers()
  front.add(hotAnswers.answer)
  await server.register(helmet, { contentSecurityPolicy: false, crossOriginResourcePolicy: { policy: 'cross-origin' } })
  await server.register(healthRoutes, dependencies)
  await server.register(async (api) => {
    await allowCrossOrigin(api, config.corsOrigins)
    await api.register(authService, { ...dependencies, prefix: '/auth/v1' })
    await api.register(discoveryAtRoot, dependencies)
    await api.register(restService, { ...forPrograms, front, prefix: '/rest/v1' })
    await api.register(storageService, { ...forPrograms, hotAnswers, prefix: '/storage/v1' })
    await api.register(realtimeService, { ...dependencies, prefix: '/realtime/v1' })
    await api.register(functionsService, { ...forPrograms, functions, prefix: '/functions/v1' })
  })
  // In production, mails must not be open to whoever asks: they carry sign-in links.
  if (mailer.mailbox && !config.production) await server.register(mailboxPage, { mailbox: mailer.mailbox })
  if (web) await serveWebApp(server, web, settings)
}
