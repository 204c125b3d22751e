import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { ConnectionOptions } from './database/connection-options.ts'
import type { Database, Sql } from './database/database.ts'
import type { MigrationSet } from './database/migrate.ts'
import { attachDatabase, startDatabase } from './database/start-database.ts'
import type { Functions } from './functions/function.ts'
import type { WebApp } from './http/web-app.ts'
import type { Job } from './jobs/job.ts'
import { startJobs } from './jobs/start-jobs.ts'
import { openKeyring } from './jwt/installation.ts'
import type { Keyring } from './jwt/keyring.ts'
import { followSettings, type LiveSettings, withLiveBrand } from './live-settings.ts'
import { createLogger } from './log/logger.ts'
import { type Letter, layOutLetter } from './mail/letter.ts'
import { createMailer } from './mail/mailer.ts'
import { composeServer } from './server.ts'
import { StartupError } from './startup-error.ts'

/** An application: its meaning lives in its migrations; the backend knows nothing of it. */
export interface App {
  /** Folder of SQL files, run after the backend's own. */
  readonly migrations: string
  /** By name; `functionsIn(folder)` finds them. Each is loaded at its first call, in a process of its own. */
  readonly functions: Functions
  readonly web: WebApp | null
  /** What its operator changes while it runs, over the configuration. */
  readonly settings?: LiveSettings
  /** What is done by the clock, by one process at a time. */
  readonly jobs?: readonly Job[]
  /** Fills a demo once the server listens, when DEMO is on. Must be idempotent. @returns lines for the start-up banner */
  seedDemo?(context: { sql: Sql; url: string; secretKey: string; log: Logger }): Promise<readonly string[]>
}

export interface Backend {
  readonly fastify: FastifyInstance
  readonly database: Database
  readonly keyring: Keyring
  /** Starts answering. @returns the local address, without a trailing slash. @throws {StartupError} when the port is taken */
  listen(): Promise<string>
  /** Fills the demo market if the configuration asks for one. */
  seed(): Promise<readonly string[]>
  /** Finishes what is under way, then stops the database cleanly. */
  close(): Promise<void>
}

const MIGRATIONS = join(import.meta.dirname, '../migrations')

/** The backend's own migrations, then the application's. */
export function migrationsOf(app: App): readonly MigrationSet[] {
  return [
    { owner: 'backend', directory: MIGRATIONS },
    { owner: 'app', directory: app.migrations },
  ]
}

export interface BackendOptions {
  readonly log?: Logger
  /** A database that another process runs and has brought up to date: this one only connects to it. */
  readonly owner?: ConnectionOptions
}

/**
 * Builds the whole backend for one application: database, migrations, services. Nothing listens before `listen()`.
 * @throws {StartupError} with one sentence for people
 */
export async function createBackend(given: Config, app: App, options: BackendOptions = {}): Promise<Backend> {
  const { log = createLogger(given.logLevel), owner } = options
  const running = owner ? await attachDatabase(given, owner) : await startDatabase(given, log, migrationsOf(app))
  try {
    const { database } = running
    const settings = await followSettings(database.admin, app.settings, log)
    const config = withLiveBrand(given, settings)
    const keyring = await openKeyring(config, log)
    const mailer = createMailer(config)
    const fastify = await composeServer({ config, database, keyring, mailer, log }, app.functions, app.web, settings)
    let url = ''
    let stopJobs = async () => {}
    return {
      fastify,
      database,
      keyring,
      async listen() {
        url = await listen(fastify, config)
        const sendLetter = (to: string, letter: Letter) =>
          mailer.send({ to, ...layOutLetter(letter, config.brandName) })
        const context = { sql: database.admin, sendLetter, publicUrl: config.publicUrl, log }
        stopJobs = startJobs(app.jobs ?? [], { connection: database.replication, context, log })
        return url
      },
      async seed() {
        if (!config.demo || !app.seedDemo) return []
        return app.seedDemo({ sql: database.admin, url, secretKey: keyring.apiKeys.secretKey, log })
      },
      async close() {
        await Promise.all([fastify.close(), stopJobs(), settings.close()])
        mailer.close()
        await running.stop()
      },
    }
  } catch (error) {
    await running.stop()
    throw error
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
