import { isOutOfReach } from '../../database/out-of-reach.ts'

/** SQLSTATE classes and codes: PostgreSQL manual, appendix A. */
const TOO_MANY_CONNECTIONS = '53300'
const QUERY_CANCELED = '57014'

/**
 * The reason sent to a client whose permission could not be checked by the database; null when the policy itself failed. Codes and messages
 * are the protocol's.
 */
export function failureReason(error: unknown): string | null {
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string') return null
  if (code === TOO_MANY_CONNECTIONS) return 'DatabaseLackOfConnections: Database can not accept more connections'
  if (code === QUERY_CANCELED) return 'QueryCanceled: The policies took too long to answer'
  if (isOutOfReach(error)) return 'UnableToConnectToProject: Realtime was unable to connect to the database'
  return null
}
