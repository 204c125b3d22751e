import type { FastifyRequest } from 'fastify'
import { StorageError } from '../errors.ts'
import type { Bytes } from '../staging.ts'
import type { GivenHeaders } from './object-row.ts'

/** An upload whose head has been read and whose bytes are still to come. */
export interface UploadBody {
  readonly declaredType: string
  readonly cacheControl: string
  readonly userMetadata: Record<string, unknown> | null
  readonly robotsTag: string | null
  /** Content coding applied by the sender; the bytes are kept and sent unchanged. */
  readonly contentEncoding?: string | null
  readonly given?: GivenHeaders
  /** In bytes, when the client declared it. */
  readonly declaredLength: number | null
  readonly content: Bytes
}

const MAX_METADATA_BYTES = 1024 * 1024
const NO_CACHE = 'no-cache'

/** Reads headers, or a form's fields up to its file. @throws {StorageError} no_content, metadata_too_large, invalid_mime_type */
export async function readUploadBody(request: FastifyRequest): Promise<UploadBody> {
  const body = request.isMultipart() ? await readForm(request) : readRaw(request)
  return { ...body, declaredType: requireMimeType(body.declaredType), robotsTag: readRobotsTag(request) }
}

type BodyParts = Omit<UploadBody, 'robotsTag'>

function readRaw(request: FastifyRequest): BodyParts {
  const { headers } = request
  const length = headers['content-length']
  if (length === undefined && headers['transfer-encoding'] === undefined) throw new StorageError('no_content')
  return {
    declaredType: headers['content-type'] ?? 'application/octet-stream',
    cacheControl: headers['cache-control'] ?? NO_CACHE,
    userMetadata: decodeUserMetadata(headers['x-metadata']),
    contentEncoding: readContentEncoding(headers['content-encoding']),
    declaredLength: length === undefined ? null : Number(length),
    content: request.raw,
  }
}

/** Clients put the fields before the file, so all fields are known when the file begins. */
async function readForm(request: FastifyRequest): Promise<BodyParts> {
  const fields = new Map<string, string>()
  // Our own byte counter limits the file, so that the error is the protocol's.
  const limits = { fields: 10, files: 1, fieldSize: 2 * MAX_METADATA_BYTES, fileSize: Number.POSITIVE_INFINITY }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      fields.set(part.fieldname, typeof part.value === 'string' ? part.value : JSON.stringify(part.value))
      continue
    }
    return {
      declaredType: fields.get('contentType') ?? part.mimetype,
      cacheControl: cacheControlOf(fields.get('cacheControl')),
      userMetadata: readMetadata(fields.get('metadata') ?? fields.get('userMetadata')),
      contentEncoding: readContentEncoding(fields.get('contentEncoding')),
      declaredLength: null,
      content: part.file,
    }
  }
  throw new StorageError('no_content')
}

/** Builds the header from a form's number of seconds. */
export function cacheControlOf(seconds: string | undefined): string {
  return /^\d{1,10}$/.test(seconds ?? '') ? `max-age=${seconds}` : NO_CACHE
}

// The type is sent back as a header: one token, a slash, one token, plain parameters.
const MIME_TYPE = /^[\w.+-]+\/[\w.+-]+( *; *[\w.+-]+=("[\w .+:,/-]*"|[\w.+:,/-]+))*$/

export function isMimeType(type: string): boolean {
  return type.length <= 255 && MIME_TYPE.test(type)
}

/** @throws {StorageError} invalid_mime_type */
export function requireMimeType(type: string): string {
  const trimmed = type.trim()
  if (!isMimeType(trimmed)) throw new StorageError('invalid_mime_type', 'Invalid Content-Type header')
  return trimmed
}

/** Content codings that browsers decode, in order. @throws {StorageError} invalid_request */
export function readContentEncoding(given: string | undefined): string | null {
  const text = given?.trim().toLowerCase() ?? ''
  if (text === '' || text === 'identity') return null
  if (!/^(gzip|br|deflate|zstd)( *, *(gzip|br|deflate|zstd)){0,2}$/.test(text))
    throw new StorageError('invalid_request', 'Invalid Content-Encoding header')
  return text
}

function readRobotsTag(request: FastifyRequest): string | null {
  const tag = request.headers['x-robots-tag']
  if (tag === undefined) return null
  if (typeof tag !== 'string' || !/^[\w:,. -]{1,200}$/.test(tag))
    throw new StorageError('invalid_request', 'Invalid X-Robots-Tag header')
  return tag
}

/** Reads the header x-metadata: base64 of a JSON object. @throws {StorageError} metadata_too_large */
export function decodeUserMetadata(header: string | string[] | undefined): Record<string, unknown> | null {
  return readMetadata(typeof header === 'string' ? Buffer.from(header, 'base64').toString('utf8') : undefined)
}

/**
 * Parses user metadata from JSON. Invalid JSON becomes an empty object: the protocol does not refuse it.
 * @throws {StorageError} metadata_too_large
 */
export function readMetadata(json: string | undefined): Record<string, unknown> | null {
  if (json === undefined) return null
  if (Buffer.byteLength(json) > MAX_METADATA_BYTES) throw new StorageError('metadata_too_large')
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  } catch {
    return {}
  }
}
