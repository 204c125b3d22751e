import { connect, type Socket } from 'node:net'
import postgres from 'postgres'
import { type ConnectionOptions, firstSettings } from './connection-options.ts'

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

/**
 * Learns the array types once, to be called when the migrations ran. The library would ask for them on every new connection,
 * and when that connection breaks meanwhile nobody catches its error, which would end the process.
 */
export async function learnTypes({ admin, callers }: Database): Promise<void> {
  for (const sql of [admin, callers]) {
    // One of the two needs a new connection, which knows what the migrations made.
    await Promise.all([sql`select 1`, sql`select 1`])
    Object.assign(sql.options, { fetch_types: false })
  }
}

/** One connection that nothing else keeps busy, for questions that must not queue up; opened by the first of them. It reads no arrays. */
export function openConnection(options: ConnectionOptions, applicationName: string): Sql {
  return openPool(options, applicationName, { max: 1, fetch_types: false })
}

const FIRST_PATIENCE_MS = 500

/**
 * Makes the sockets of a pool. A server that is killed may leave connections behind that were accepted and are never
 * answered: a socket on which nothing arrives is closed, which the pool takes for a reason to try again.
 */
function socketFactory({ host, port, path }: ConnectionOptions): () => Socket {
  // As libpq has it: a host with a slash is the folder of a Unix socket.
  const socketPath = path ?? (host.includes('/') ? `${host}/.s.PGSQL.${port}` : null)
  let patienceMs = FIRST_PATIENCE_MS
  return () => {
    const socket = socketPath ? connect(socketPath) : connect(port, host)
    const givenMs = patienceMs
    const timer = setTimeout(() => {
      // Once for all that were opened together.
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

/** The library's own pause grows to 20 s: a server that was killed is back within two, and requests wait for it. */
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
    ...(options.ssl ? {} : { socket: socketFactory(options) }),
    max,
    fetch_types,
    connect_timeout: CONNECT_SECONDS,
    idle_timeout: 300,
    backoff: reconnectPauseSeconds,
    onnotice: () => undefined, // notices are for people at a prompt
    connection: firstSettings(applicationName),
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
