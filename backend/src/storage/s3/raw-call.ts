import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { S3Error } from './errors.ts'

/** A request as the S3 protocol sees it, before authentication. */
export interface RawCall {
  readonly method: string
  readonly headers: IncomingHttpHeaders
  /** A header's value as the client sent it; empty when absent. */
  headerText(name: string): string
  /** Empty at the service level. */
  readonly bucket: string
  /** Empty at the bucket level. */
  readonly key: string
  /** All query parameters, decoded once; `?uploads` has an empty value. */
  readonly queryValues: ReadonlyMap<string, readonly string[]>
  /** The path as it is signed: re-encoded, whatever encoding the client used. */
  readonly canonicalPath: string
}

/**
 * Parses the URL itself: the router's result is not exact enough for signatures and keys.
 * @param prefix where the protocol is mounted
 * @throws {S3Error} InvalidRequest for a URL that cannot be decoded
 */
export function readRawCall(request: FastifyRequest, prefix: string): RawCall {
  const [path = '', search = ''] = splitOnce(request.raw.url ?? '', '?')
  const segments = path.split('/').map(decode)
  const [bucket = '', ...rest] = segments.slice(prefix.split('/').length)
  return {
    method: request.method,
    headers: request.headers,
    headerText(name) {
      // Behind a trusted proxy the client signed the host name it requested, not ours.
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

/** Decodes percent-encoded text; null when it is not UTF-8 or contains NUL, which no name here may contain. */
export function decodeText(text: string): string | null {
  try {
    const decoded = decodeURIComponent(text)
    return decoded.includes('\0') ? null : decoded
  } catch {
    return null
  }
}

/** Encodes all but slashes and the unreserved characters of RFC 3986, as the signature requires. */
export function encodeKey(key: string): string {
  return encodeURIComponent(key)
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%2F', '/')
}
