import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { S3Error } from './errors.ts'

/** A request as the S3 protocol sees it, before anybody asked who sent it. */
export interface RawCall {
  readonly method: string
  readonly headers: IncomingHttpHeaders
  /** A header's text as the client sent it; empty when it did not. */
  headerText(name: string): string
  /** Empty for the service itself. */
  readonly bucket: string
  /** Empty for a bucket. */
  readonly key: string
  /** Everything in the query, decoded once; `?uploads` is the empty text. */
  readonly queryValues: ReadonlyMap<string, readonly string[]>
  /** As it is signed: encoded anew, whatever the client left as it was. */
  readonly canonicalPath: string
}

/**
 * Takes the address apart by itself: the router's view of it is not exact enough for signatures and keys.
 * @param prefix where the protocol is mounted
 * @throws {S3Error} InvalidRequest for an address that cannot be decoded
 */
export function readRawCall(request: FastifyRequest, prefix: string): RawCall {
  const [path = '', search = ''] = splitOnce(request.raw.url ?? '', '?')
  const segments = path.split('/').map(decode)
  const [bucket = '', ...rest] = segments.slice(prefix.split('/').length)
  return {
    method: request.method,
    headers: request.headers,
    headerText(name) {
      // Behind a trusted proxy the client signed the name that it called, not ours.
      if (name === 'host') return request.host
      const value = request.headers[name]
      return Array.isArray(value) ? value.join(',') : (value ?? '')
    },
    bucket,
    key: rest.join('/'),
    queryValues: readQuery(search),
    canonicalPath: encodeKey(segments.join('/')),
  }
}

function readQuery(search: string): Map<string, string[]> {
  const query = new Map<string, string[]>()
  for (const pair of search.split('&').filter((part) => part !== '')) {
    const [name, value = ''] = splitOnce(pair, '=').map(decode)
    query.set(name ?? '', [...(query.get(name ?? '') ?? []), value])
  }
  return query
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

function decode(text: string): string {
  const decoded = decodeText(text)
  if (decoded === null) throw new S3Error('InvalidRequest', 'The address is not encoded correctly')
  return decoded
}

/** Percent-encoded text; null when it is not UTF-8, or has a NUL in it, which no name here can have. */
export function decodeText(text: string): string | null {
  try {
    const decoded = decodeURIComponent(text)
    return decoded.includes('\0') ? null : decoded
  } catch {
    return null
  }
}

/** All but the unreserved characters of RFC 3986 and slashes, as the signature has it. */
export function encodeKey(key: string): string {
  return encodeURIComponent(key)
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%2F', '/')
}
