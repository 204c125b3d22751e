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

/** Startup parameters of a postgres.js connection. */
export function firstSettings(applicationName: string): {
  application_name: string
  TimeZone: string
  DateStyle: string
} {
  return {
    application_name: applicationName,
    TimeZone: 'UTC',
    DateStyle: 'ISO, MDY',
  }
}
