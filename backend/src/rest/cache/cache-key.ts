import type { IncomingHttpHeaders } from 'node:http'
import type { Caller } from '../../http/caller.ts'

const LONGEST_KEY = 4096
const SAFE = new Set(['GET', 'HEAD'])

export function isSafe(method: string): boolean {
  return SAFE.has(method)
}

/**
 * Whether a caller cannot be told from any other visitor. Only callers without a token are, and those with the
 * installation's own anonymous key: any other token may carry claims of a user.
 */
export function isAnonymous(caller: Caller, anonKey: string): boolean {
  return caller.role === 'anon' && caller.userId === null && (caller.token === null || caller.token === anonKey)
}

/** Everything that the answer to an anonymous read depends on besides the database; null when that is too long. */
export function cacheKey(
  request: { method: string; url: string; headers: IncomingHttpHeaders },
  caller: Caller,
  schemaVersion: number,
): string | null {
  const { accept = '', prefer = '', range = '' } = request.headers
  const profile = request.headers['accept-profile'] ?? ''
  // The claims differ between no token and the key; a header's value holds no line break.
  const claims = caller.token === null ? '' : 'key'
  const key = [request.method, claims, schemaVersion, accept, profile, prefer, range, request.url].join('\n')
  return key.length > LONGEST_KEY ? null : key
}
