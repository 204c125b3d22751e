import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient, type SupabaseClient, type SupabaseClientOptions } from '@supabase/supabase-js'
import Fastify from 'fastify'
import { loadConfig } from '../../src/config/config.ts'
import type { Database } from '../../src/database/database.ts'
import { type RunningDatabase, startDatabase } from '../../src/database/start-database.ts'
import { openKeyring } from '../../src/jwt/installation.ts'
import type { Keyring } from '../../src/jwt/keyring.ts'
import { NO_DATA_FOR_APPLICATIONS } from '../../src/jwt/token-rights.ts'
import { createLogger } from '../../src/log/logger.ts'
import { createMailer } from '../../src/mail/mailer.ts'
import { realtimeService } from '../../src/realtime/service.ts'
import { restService } from '../../src/rest/service.ts'
import { freePort } from '../../src/testing/free-port.ts'
import { migratedFolder } from '../data-folder.ts'

/** Realtime and the data API on a separate database that a test may stop, kill and slow down. */
export interface OwnServer {
  readonly url: string
  readonly database: Database
  /** The token of a new user. */
  token(): Promise<string>
  /** The unmodified client of a user (a new one without a token). */
  person(options?: PersonOptions): Promise<SupabaseClient>
  postmaster(): Promise<number>
  /** Restarts the server on the same port and database. */
  restart(): Promise<void>
  close(): Promise<void>
}

interface PersonOptions {
  readonly token?: string
  /** The URL to connect to, if not the server's own. */
  readonly url?: string
  readonly realtime?: NonNullable<SupabaseClientOptions<'public'>['realtime']>
}

/** @param environment  overrides the defaults */
export async function startOwnServer(environment: Readonly<Record<string, string>>): Promise<OwnServer> {
  const { dataDir, remove } = await migratedFolder('realtime')
  const port = String(await freePort())
  const config = loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', PORT: port, ...environment })
  const log = createLogger(config.logLevel)
  const running: RunningDatabase = await startDatabase(config, log, [
    { owner: 'backend', directory: join(import.meta.dirname, '../../migrations') },
    { owner: 'app', directory: join(import.meta.dirname, '../migrations') },
  ])
  const { database } = running
  const keyring = await openKeyring(config)
  const serve = async () => {
    const server = Fastify({ forceCloseConnections: true })
    const dependencies = {
      config,
      database,
      keyring,
      mailer: createMailer(config),
      log,
      applications: NO_DATA_FOR_APPLICATIONS,
    }
    await server.register(restService, { prefix: '/rest/v1', ...dependencies })
    await server.register(realtimeService, { prefix: '/realtime/v1', ...dependencies })
    await server.listen({ host: '127.0.0.1', port: config.port })
    return server
  }
  let server = await serve()
  const url = `http://127.0.0.1:${config.port}`
  return {
    url,
    database,
    token: () => aToken(keyring),
    async person({ token, url: address = url, realtime = {} } = {}) {
      const theirs = token ?? (await aToken(keyring))
      return createClient(address, keyring.apiKeys.publishableKey, { accessToken: async () => theirs, realtime })
    },
    async postmaster() {
      const text = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '')
      return Number(text.split('\n')[0])
    },
    async restart() {
      await server.close()
      server = await serve()
    },
    async close() {
      await server.close()
      await running.stop()
      await remove()
    },
  }
}

function aToken(keyring: Keyring): Promise<string> {
  const exp = Math.floor(Date.now() / 1000) + 3600
  return keyring.sign({ role: 'authenticated', sub: crypto.randomUUID(), exp })
}
