/** SQLSTATE classes and codes: PostgreSQL manual, appendix A. */
const TOO_MANY_CONNECTIONS = '53300'
const QUERY_CANCELED = '57014'
/** Connection exceptions, and a server that is shutting down or starting up. */
const OUT_OF_REACH = /^(08...|57P0[123]|ECONN.*|ENOENT|ETIMEDOUT|EPIPE|CONNECTION_.*|CONNECT_TIMEOUT)$/

/**
 * The reason sent to a client whose permission could not be checked by the database; null when the policy itself failed. Codes and messages
 * are the protocol's.
 */
export function failureReason(error: unknown): string | null {
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string') return null
  if (code === TOO_MANY_CONNECTIONS) return 'DatabaseLackOfConnections: Database can not accept more connections'
  if (code === QUERY_CANCELED) return 'QueryCanceled: The policies took too long to answer'
  if (OUT_OF_REACH.test(code)) return 'UnableToConnectToProject: Realtime was unable to connect to the database'
  return null
}
