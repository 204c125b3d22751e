import type { Socket } from 'node:net'
import postgres from '#postgres'
import { type ConnectionOptions, firstSettings, openSocket } from './connection-options.ts'

/** postgres.js: tagged templates that bind every value as a parameter. */
export type Sql = postgres.Sql
export type TransactionSql = postgres.TransactionSql
export type { ConnectionOptions }

export interface Database {
  /** Runs as the owner, bypassing row level security: the services' own tables, migrations, jobs. Never for a caller's SQL. */
  readonly admin: Sql
  /** Runs as `authenticator`, which has no privileges. Use it through `asCaller`. */
  readonly callers: Sql
  /** Like `admin`, but never through a pooler: for what belongs to a session, such as LISTEN, advisory locks, temporary tables. */
  readonly session: Sql
  /** For the data API's pipelines; through the pooler, if there is one. */
  readonly pipeline: ConnectionOptions
  /** The role of requests, directly: LISTEN. */
  readonly authenticator: ConnectionOptions
  /** The owner, directly, who has replication rights: logical decoding, LISTEN. */
  readonly replication: ConnectionOptions
  close(): Promise<void>
}

/** postgres.js connections; few, because the hot read path has its own. */
const POOL_SIZE = 10

/** An unreachable database fails immediately; a busy host may need this long for a burst of new connections. */
const CONNECT_SECONDS = 30

/**
 * Creates the pools; no connection is opened before the first query.
 * @param pooler  the same database through a pooler in transaction mode
 */
export function openDatabase(
  owner: ConnectionOptions,
  authenticatorPassword: string,
  pooler: ConnectionOptions | null = null,
): Database {
  const asAuthenticator = { user: 'authenticator', password: authenticatorPassword }
  const pipeline: ConnectionOptions = { ...(pooler ?? owner), ...asAuthenticator }
  const admin = openPool(pooler ?? owner, 'souk-admin')
  const callers = openPool(pipeline, 'souk-callers')
  const session = pooler ? openPool(owner, 'souk-session') : admin
  return Object.freeze({
    admin,
    callers,
    session,
    pipeline,
    authenticator: { ...owner, ...asAuthenticator },
    replication: owner,
    async close() {
      await Promise.all([...new Set([admin, callers, session])].map((pool) => pool.end({ timeout: 5 })))
    },
  })
}

/**
 * Loads the array types once; call it after the migrations. Otherwise postgres.js queries them on every new connection, and if that
 * connection breaks meanwhile, the unhandled rejection ends the process.
 */
export async function learnTypes({ admin, callers, session }: Database): Promise<void> {
  for (const sql of new Set([admin, callers, session])) {
    // With two concurrent queries at least one opens a new connection, which sees the types created by the migrations.
    await Promise.all([sql`select 1`, sql`select 1`])
    Object.assign(sql.options, { fetch_types: false })
  }
}

/** A dedicated connection for queries that must not queue; opened by its first query. It cannot parse arrays. */
export function openConnection(options: ConnectionOptions, applicationName: string): Sql {
  return openPool(options, applicationName, { max: 1, fetch_types: false })
}

const FIRST_PATIENCE_MS = 500

/**
 * Creates the sockets of a pool. A killed server may leave connections that were accepted but are never answered: a socket that receives
 * nothing in time is closed, so that the pool retries.
 */
function socketFactory(options: ConnectionOptions): () => Socket {
  let patienceMs = FIRST_PATIENCE_MS
  return () => {
    // For TLS, the driver takes from the socket which name the certificate must have.
    const socket = Object.assign(openSocket(options), { host: options.host })
    const givenMs = patienceMs
    const timer = setTimeout(() => {
      // Double only once for all sockets opened together.
      if (patienceMs === givenMs) patienceMs = Math.min(2 * givenMs, CONNECT_SECONDS * 1000)
      socket.destroy()
    }, givenMs).unref()
    socket.once('data', () => {
      clearTimeout(timer)
      patienceMs = FIRST_PATIENCE_MS
    })
    socket.once('close', () => clearTimeout(timer))
    return socket
  }
}

/** postgres.js backs off up to 20 s; a killed server is back within two, and requests wait for it. */
function reconnectPauseSeconds(failures: number): number {
  return Math.min(0.25, 0.02 * 2 ** failures)
}

function openPool(
  options: ConnectionOptions,
  applicationName: string,
  { max = POOL_SIZE, fetch_types = true } = {},
): Sql {
  return postgres({
    host: options.host,
    port: options.port,
    ...(options.path ? { path: options.path } : {}),
    user: options.user,
    password: options.password,
    database: options.database,
    ssl: options.ssl ?? false,
    ...{ socket: socketFactory(options) }, // documented, but missing from the driver's types
    max,
    fetch_types,
    prepare: options.prepare ?? true,
    connect_timeout: CONNECT_SECONDS,
    idle_timeout: 300,
    backoff: reconnectPauseSeconds,
    onnotice: () => undefined, // notices are meant for interactive sessions
    connection: firstSettings(applicationName),
  })
}

/** Parses a postgres:// URL; `sslmode=require` and stricter enable TLS, and `pgbouncer=true` disables named prepared statements. */
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
    prepare: url.searchParams.get('pgbouncer') !== 'true',
  }
}
