/** Where and as whom to connect; `path` is the unix socket itself where there is one. */
export interface ConnectionOptions {
  /** A host name, or the folder of the unix socket. */
  readonly host: string
  readonly port: number
  readonly path?: string
  readonly user: string
  readonly password: string
  readonly database: string
  readonly ssl?: boolean
}

/**
 * A connection that breaks between a question and its dispatch never sends what is shorter than this again, and so no first
 * message of a new connection (porsager/postgres#1208). A longer first message goes out; the server refuses what was left
 * over with it, and the next try succeeds. Spaces in a list of settings mean nothing to the server.
 */
const SENT_AT_ONCE = 1024

/** What a connection of postgres.js tells the server first. */
export function firstSettings(applicationName: string): {
  application_name: string
  TimeZone: string
  DateStyle: string
} {
  return { application_name: applicationName, TimeZone: 'UTC', DateStyle: 'ISO'.padEnd(SENT_AT_ONCE) }
}
