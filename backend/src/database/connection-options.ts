import { connect, type Socket } from 'node:net'

/** Connection parameters; `path` is the full path of the Unix socket, if one is used. */
export interface ConnectionOptions {
  /** A host name, or the folder of the Unix socket. */
  readonly host: string
  readonly port: number
  readonly path?: string
  readonly user: string
  readonly password: string
  readonly database: string
  readonly ssl?: boolean
  /** False behind a pooler that does not carry named prepared statements from one connection to another. */
  readonly prepare?: boolean
}

/** Opens a socket; the same rule as libpq: a host with a slash is the folder of a Unix socket. */
export function openSocket({ host, port, path }: ConnectionOptions): Socket {
  const socketPath = path ?? (host.includes('/') ? `${host}/.s.PGSQL.${port}` : null)
  return socketPath ? connect(socketPath) : connect(port, host)
}

/**
 * When a connection breaks between a query and its dispatch, postgres.js never sends messages shorter than this again, including the
 * startup message of the next connection (porsager/postgres#1208). A longer startup message is sent; the server rejects it together
 * with the leftover data, and the next attempt succeeds. `options` may be blank; a pooler would send a padded DateStyle with every
 * transaction, since it differs from what the server reports.
 */
const SENT_AT_ONCE = 1024

/** Startup parameters of a postgres.js connection. */
export function firstSettings(applicationName: string): {
  application_name: string
  TimeZone: string
  DateStyle: string
  options: string
} {
  return {
    application_name: applicationName,
    TimeZone: 'UTC',
    DateStyle: 'ISO, MDY',
    options: ' '.repeat(SENT_AT_ONCE),
  }
}
