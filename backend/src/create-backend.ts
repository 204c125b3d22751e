import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { App } from './app.ts'
import type { Config } from './config/config.ts'
import type { ConnectionOptions } from './database/connection-options.ts'
import type { Database } from './database/database.ts'
import type { MigrationSet } from './database/migrate.ts'
import { attachDatabase, startDatabase } from './database/start-database.ts'
import { startJobs } from './jobs/start-jobs.ts'
import { openKeyring } from './jwt/installation.ts'
import type { Keyring } from './jwt/keyring.ts'
import { NO_DATA_FOR_APPLICATIONS } from './jwt/token-rights.ts'
import { followSettings, withLiveBrand } from './live-settings.ts'
import { createLogger } from './log/logger.ts'
import { RecentLog } from './log/recent-log.ts'
import { type EmailContent, layOutEmail } from './mail/email-content.ts'
import { createMailer } from './mail/mailer.ts'
import type { Metrics } from './observability/open-metrics.ts'
import type { Tracing } from './observability/open-tracing.ts'
import { StartupError } from './startup-error.ts'

export interface Backend {
  readonly fastify: FastifyInstance
  readonly database: Database
  readonly keyring: Keyring
  /** Starts listening. @returns the local URL, without a trailing slash. @throws {StartupError} when the port is taken */
  listen(): Promise<string>
  /** Fills the demo if the configuration enables it. */
  seed(): Promise<readonly string[]>
  /** Finishes running requests, then stops the database cleanly. */
  close(): Promise<void>
}

const MIGRATIONS = join(import.meta.dirname, '../migrations')

/** The backend's own migrations, then the application's. */
export function migrationsOf(app: Pick<App, 'migrations'>): readonly MigrationSet[] {
  return [
    { owner: 'backend', directory: MIGRATIONS },
    { owner: 'app', directory: app.migrations },
  ]
}

export interface BackendOptions {
  readonly log?: Logger
  /** A database that another process runs and has migrated; this one only connects to it. */
  readonly owner?: ConnectionOptions
}

/**
 * Builds the whole backend for one application: database, migrations, services. Does not listen before `listen()`.
 * @throws {StartupError} with one sentence for the operator
 */
export async function createBackend(given: Config, app: App, options: BackendOptions = {}): Promise<Backend> {
  const { owner } = options
  const { metrics, tracing } = await openObservability(given)
  const recentLog = new RecentLog()
  const onLine = given.console ? recentLog.keep : undefined
  const observed = { onRecord: metrics?.countRecord, onLine, fields: tracing?.logFields }
  const log = options.log ?? createLogger(given.logLevel, observed)
  const starting = owner ? attachDatabase(given, owner) : startDatabase(given, log, migrationsOf(app), app)
  // Loading the services takes half a second of CPU, during which the database starts.
  const [running, { composeServer }] = await Promise.all([starting, import('./server.ts')])
  try {
    const { database } = running
    const settings = await followSettings(database.session, app.settings, log)
    const config = withLiveBrand(given, settings)
    const keyring = await openKeyring(config, log)
    const plainMailer = createMailer(config)
    const mailer = metrics?.measureMailer(plainMailer) ?? plainMailer
    const applications = app.applications ?? NO_DATA_FOR_APPLICATIONS
    const dependencies = { config, database, keyring, mailer, log, applications }
    const fastify = await composeServer(dependencies, { ...app, recentLog }, settings)
    metrics?.watchServer(fastify.server)
    tracing?.watchServer(fastify.server)
    metrics?.watchDatabase(database.session)
    let url = ''
    let stopMetrics = async () => {}
    let stopJobs = async () => {}
    let stopBackground = async () => {}
    return {
      fastify,
      database,
      keyring,
      async listen() {
        url = await listen(fastify, config)
        // Workers have one address together, at their primary process.
        if (metrics && config.metrics && !owner) {
          const { serveMetrics } = await import('./observability/serve-metrics.ts')
          stopMetrics = await serveMetrics(config.metrics, metrics.text)
        }
        const sendEmail = (to: string, email: EmailContent) =>
          mailer.send({ to, ...layOutEmail(email, config.brandName) })
        const context = { sql: database.session, sendEmail, publicUrl: config.publicUrl, log }
        const jobs = app.jobs ?? []
        stopJobs = startJobs(metrics?.measureJobs(jobs) ?? jobs, { connection: database.replication, context, log })
        if (app.background) stopBackground = await app.background({ sql: database.session, url, log })
        return url
      },
      async seed() {
        if (!config.demo || !app.seedDemo) return []
        const { secretKey } = keyring.apiKeys
        return app.seedDemo({ sql: database.session, url, secretKey, isLarge: config.demoIsLarge, log })
      },
      async close() {
        await Promise.all([fastify.close(), stopJobs(), stopBackground(), stopMetrics(), settings.close()])
        metrics?.close()
        mailer.close()
        await Promise.all([running.stop(), tracing?.close()])
      },
    }
  } catch (error) {
    await running.stop()
    throw error
  }
}

/** Loads optional modules; most servers need none of them. */
async function openObservability({
  metrics,
  tracing,
}: Config): Promise<{ metrics: Metrics | null; tracing: Tracing | null }> {
  return {
    metrics: metrics && (await import('./observability/open-metrics.ts')).openMetrics(),
    tracing: tracing && (await loadTracing()).openTracing(tracing),
  }
}

async function loadTracing() {
  try {
    return await import('./observability/open-tracing.ts')
  } catch (cause) {
    throw new StartupError(
      'OTEL_EXPORTER_OTLP_ENDPOINT needs packages that are not installed: npm install @opentelemetry/api @opentelemetry/core @opentelemetry/exporter-trace-otlp-http @opentelemetry/resources @opentelemetry/sdk-trace.',
      { cause },
    )
  }
}

async function listen(fastify: FastifyInstance, config: Config): Promise<string> {
  try {
    await fastify.listen({ port: config.port, host: config.host })
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new StartupError(
        `Port ${config.port} on ${config.host} is already in use; stop the other program, or set PORT to a free one.`,
        { cause },
      )
    }
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL') {
      throw new StartupError(
        `Port ${config.port} on ${config.host} cannot be opened (${code}); set HOST and PORT to an address of this machine.`,
        { cause },
      )
    }
    throw cause
  }
  const { port } = fastify.server.address() as AddressInfo // bound to TCP just above
  return `http://${config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host}:${port}`
}
