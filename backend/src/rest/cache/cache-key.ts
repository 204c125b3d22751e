import type { IncomingHttpHeaders } from 'node:http'
import type { VisitorKind } from './visitors.ts'

const LONGEST_KEY = 4096

export function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Everything besides the database that the answer to an anonymous read depends on; null if that is too long. */
export function cacheKey(
  { method, url, headers }: { method: string; url: string; headers: IncomingHttpHeaders },
  visitor: VisitorKind,
  schemaVersion: number,
): string | null {
  const { accept = '', 'accept-profile': profile = '', prefer = '', range = '' } = headers
  // Header values contain no line breaks.
  const key = `${method}\n${visitor}\n${schemaVersion}\n${accept}\n${profile}\n${prefer}\n${range}\n${url}`
  return key.length > LONGEST_KEY ? null : key
}
