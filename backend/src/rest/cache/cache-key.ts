import type { IncomingHttpHeaders } from 'node:http'
import type { Caller } from '../../http/caller.ts'

const LONGEST_KEY = 4096
const SAFE = new Set(['GET', 'HEAD'])

/**
 * Everything that an anonymous answer depends on besides the database; null for a request that is not anonymous or not
 * a read. Only callers without a token count, and the installation's own anonymous key: any other token may carry
 * claims of a user.
 */
export function cacheKey(
  request: { method: string; url: string; headers: IncomingHttpHeaders },
  caller: Caller,
  anonKey: string,
  schemaVersion: number,
): string | null {
  if (!SAFE.has(request.method) || caller.role !== 'anon' || caller.userId !== null) return null
  if (caller.token !== null && caller.token !== anonKey) return null
  const { accept = '', prefer = '', range = '' } = request.headers
  const profile = request.headers['accept-profile'] ?? ''
  // The claims differ between no token and the key; a header's value holds no line break.
  const claims = caller.token === null ? '' : 'key'
  const key = [request.method, claims, schemaVersion, accept, profile, prefer, range, request.url].join('\n')
  return key.length > LONGEST_KEY ? null : key
}
