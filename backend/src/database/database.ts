import postgres from 'postgres'
import type { ConnectionOptions } from './connection-options.ts'

/** postgres.js: tagged templates in which every value is a bound parameter. */
export type Sql = postgres.Sql
export type TransactionSql = postgres.TransactionSql
export type { ConnectionOptions }

export interface Database {
  /** As the owner, past row level security: the services' own tables, migrations, jobs. Never with a caller's SQL. */
  readonly admin: Sql
  /** As `authenticator`, which may do nothing by itself. Use it through `asCaller`. */
  readonly callers: Sql
  /** For connections that a service opens itself: the data API's pipeline. */
  readonly authenticator: ConnectionOptions
  /** The owner, who may replicate: logical decoding, LISTEN. */
  readonly replication: ConnectionOptions
  close(): Promise<void>
}

/** Connections of postgres.js; few, because the hot read path has its own. */
const POOL_SIZE = 10

/** A database that nobody reaches says so at once; a busy machine may need this long for a burst of new connections. */
const CONNECT_SECONDS = 30

/** Opens the pools; nothing connects before the first query. */
export function openDatabase(owner: ConnectionOptions, authenticatorPassword: string): Database {
  const authenticator: ConnectionOptions = { ...owner, user: 'authenticator', password: authenticatorPassword }
  const admin = openPool(owner, 'souk-admin')
  const callers = openPool(authenticator, 'souk-callers')
  return Object.freeze({
    admin,
    callers,
    authenticator,
    replication: owner,
    async close() {
      await Promise.all([admin.end({ timeout: 5 }), callers.end({ timeout: 5 })])
    },
  })
}

/** One connection that nothing else keeps busy, for questions that must not queue up; opened by the first of them. */
export function openConnection(options: ConnectionOptions, applicationName: string): Sql {
  return openPool(options, applicationName, 1)
}

function openPool(options: ConnectionOptions, applicationName: string, max = POOL_SIZE): Sql {
  return postgres({
    host: options.host,
    port: options.port,
    ...(options.path ? { path: options.path } : {}),
    user: options.user,
    password: options.password,
    database: options.database,
    ssl: options.ssl ?? false,
    max,
    connect_timeout: CONNECT_SECONDS,
    idle_timeout: 300,
    onnotice: () => undefined, // notices are for people at a prompt
    connection: { application_name: applicationName, TimeZone: 'UTC' },
  })
}

/** Reads a postgres:// address; `sslmode=require` and stricter ask for TLS. */
export function parseDatabaseUrl(address: string): ConnectionOptions {
  const url = new URL(address)
  const sslmode = url.searchParams.get('sslmode')
  return {
    host: decodeURIComponent(url.searchParams.get('host') ?? (url.hostname || 'localhost')),
    port: Number(url.port || 5432),
    user: decodeURIComponent(url.username || 'postgres'),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1) || 'postgres'),
    ssl: sslmode !== null && !['disable', 'allow', 'prefer'].includes(sslmode),
  }
}
