import type { GivenHeaders } from '../../objects/object-row.ts'
import { readContentEncoding } from '../../objects/upload-body.ts'
import type { Target } from '../../objects/write-object.ts'
import { S3Error } from '../errors.ts'
import type { S3Call } from '../s3-call.ts'

/** Metadata that a write request gives for its object. */
export interface Description {
  readonly mimeType: string
  readonly cacheControl: string
  /** Content coding applied by the sender; the bytes are kept and sent unchanged. */
  readonly contentEncoding: string | null
  readonly given: GivenHeaders
  readonly userMetadata: Record<string, string> | null
}

const META_PREFIX = 'x-amz-meta-'
/** Names and values together, in bytes: the protocol's own limit. */
const MAX_METADATA_BYTES = 2048

/** Headers of a request, or fields of a form by lower-case name; and the query of a presigned URL. */
export type Given = Pick<S3Call, 'headers' | 'queryValues' | 'isPresigned'>

/** @throws {S3Error} InvalidArgument, MetadataTooLarge; InvalidRequest for a coding that browsers do not support */
export function readDescription(call: Given): Description {
  const userMetadata: Record<string, string> = Object.create(null)
  let bytes = 0
  const given = [...call.queryValues].filter(() => call.isPresigned).map(([name, values]) => [name, values[0]] as const)
  for (const [name, value] of [...given, ...Object.entries(call.headers)]) {
    if (!name.toLowerCase().startsWith(META_PREFIX) || typeof value !== 'string') continue
    userMetadata[name.slice(META_PREFIX.length).toLowerCase()] = value
    bytes += Buffer.byteLength(name) - META_PREFIX.length + Buffer.byteLength(value)
  }
  if (bytes > MAX_METADATA_BYTES) throw new S3Error('MetadataTooLarge')
  return {
    mimeType: call.headers['content-type'] ?? 'application/octet-stream',
    cacheControl: printable(call.headers['cache-control'] ?? 'no-cache', 'Cache-Control'),
    contentEncoding: readContentEncoding(withoutChunks(call.headers['content-encoding'])),
    given: readGivenHeaders(call),
    userMetadata: bytes === 0 ? null : { ...userMetadata },
  }
}

function readGivenHeaders({ headers }: Given): GivenHeaders {
  const of = (name: 'content-disposition' | 'content-language' | 'expires') =>
    headers[name] ? printable(headers[name], name) : undefined
  const [contentDisposition, contentLanguage, expires] = [
    of('content-disposition'),
    of('content-language'),
    of('expires'),
  ]
  return {
    ...(contentDisposition === undefined ? {} : { contentDisposition }),
    ...(contentLanguage === undefined ? {} : { contentLanguage }),
    ...(expires === undefined ? {} : { expires }),
  }
}

/** `aws-chunked` describes the transfer, not the object. */
function withoutChunks(codings: string | undefined): string | undefined {
  return codings
    ?.split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'aws-chunked')
    .join(', ')
}

function printable(text: string, name: string): string {
  if (!/^[\x20-\x7e]{0,1024}$/.test(text)) throw new S3Error('InvalidArgument', `${name} cannot be stored`)
  return text
}

/** Conditions on a write, checked under the key's lock. @throws {S3Error} NotImplemented for any but these two */
export function readConditions({ headers }: S3Call): Pick<Target, 'upsert' | 'ifMatch'> {
  const [match, noneMatch] = [headers['if-match'], headers['if-none-match']]
  if (noneMatch !== undefined && noneMatch !== '*') {
    throw new S3Error('NotImplemented', 'If-None-Match on a write must be *')
  }
  return { upsert: noneMatch === undefined, ifMatch: match === undefined ? undefined : withQuotes(match) }
}

/** S3 clients may omit the quotes of an ETag. */
export function withQuotes(tags: string): string {
  return /^[\w-]+$/.test(tags) ? `"${tags}"` : tags
}

// Options that would be lost silently are refused. Storage classes and access lists have no effect here and are ignored.
const UNSUPPORTED = [
  /^x-amz-server-side-encryption-customer-/,
  /^x-amz-server-side-encryption-aws-kms-/,
  /^x-amz-object-lock-/,
  /^x-amz-website-redirect-location$/,
  /^x-amz-tagging$/,
  /^x-amz-write-offset-bytes$/,
]

/** @throws {S3Error} NotImplemented */
export function refuseUnsupported(call: Given): void {
  const names = [...Object.keys(call.headers), ...call.queryValues.keys()].map((name) => name.toLowerCase())
  const found = names.find((name) => UNSUPPORTED.some((pattern) => pattern.test(name)))
  if (found) throw new S3Error('NotImplemented', `${found} is not implemented here`)
}
