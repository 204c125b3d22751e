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
}

/**
 * When a connection breaks between a query and its dispatch, postgres.js never sends messages shorter than this again, including the
 * startup message of the next connection (porsager/postgres#1208). A longer startup message is sent; the server rejects it together
 * with the leftover data, and the next attempt succeeds. PostgreSQL ignores trailing spaces in a list setting.
 */
const SENT_AT_ONCE = 1024

/** Startup parameters of a postgres.js connection. */
export function firstSettings(applicationName: string): {
  application_name: string
  TimeZone: string
  DateStyle: string
} {
  return { application_name: applicationName, TimeZone: 'UTC', DateStyle: 'ISO'.padEnd(SENT_AT_ONCE) }
}
