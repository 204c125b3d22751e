import type { IncomingHttpHeaders } from 'node:http'
import { S3Error } from '../errors.ts'
import type { SigningScope } from './signer.ts'

/** A signature as sent with a request, not yet verified. */
export interface PresentedSignature extends SigningScope {
  readonly signature: string
  /** Lower-case names. */
  readonly signedHeaders: readonly string[]
  /** The JWT of the user for whom the request is made. */
  readonly sessionToken: string | null
  /** The declared body hash, or how the body is streamed. */
  readonly payloadHash: string
  /** Lifetime of a presigned URL in seconds; null for a signature in the header. */
  readonly expiresInSeconds: number | null
}

const ALGORITHM = 'AWS4-HMAC-SHA256'
const MAX_EXPIRES_SECONDS = 7 * 24 * 60 * 60
export const UNSIGNED_PAYLOAD = 'UNSIGNED-PAYLOAD'

/**
 * Reads the signature from the Authorization header or from the query of a presigned URL.
 * @throws {S3Error} AccessDenied without one, otherwise the error for a malformed one
 */
export function readPresentedSignature(
  headers: IncomingHttpHeaders,
  query: ReadonlyMap<string, readonly string[]>,
): PresentedSignature {
  if (headers.authorization !== undefined) return fromHeader(headers, headers.authorization)
  if (query.has('X-Amz-Algorithm') || query.has('X-Amz-Signature')) return fromQuery(headers, query)
  throw new S3Error('AccessDenied')
}

function fromHeader(headers: IncomingHttpHeaders, authorization: string): PresentedSignature {
  const malformed = () => new S3Error('AuthorizationHeaderMalformed')
  const [, algorithm, rest = ''] = /^(\S+)\s+(.*)$/.exec(authorization) ?? []
  if (algorithm !== ALGORITHM) throw new S3Error('InvalidRequest', `Please use ${ALGORITHM}`)
  const parts = new Map(
    rest.split(',').map((part) => {
      const at = part.indexOf('=')
      return [part.slice(0, at).trim(), part.slice(at + 1).trim()] as const
    }),
  )
  const payloadHash = one(headers, 'x-amz-content-sha256')
  if (payloadHash === null) {
    throw new S3Error('InvalidRequest', 'Missing required header for this request: x-amz-content-sha256')
  }
  return {
    ...readScope(parts.get('Credential'), one(headers, 'x-amz-date'), malformed),
    ...readSigned(parts.get('SignedHeaders'), parts.get('Signature'), malformed),
    sessionToken: one(headers, 'x-amz-security-token'),
    payloadHash,
    expiresInSeconds: null,
  }
}

function fromQuery(headers: IncomingHttpHeaders, query: ReadonlyMap<string, readonly string[]>): PresentedSignature {
  const malformed = () => new S3Error('AuthorizationQueryParametersError')
  const get = (name: string) => {
    const values = query.get(name)
    if (values && values.length > 1) throw malformed()
    return values?.[0]
  }
  if (get('X-Amz-Algorithm') !== ALGORITHM) throw malformed()
  const expires = get('X-Amz-Expires') ?? ''
  if (!/^\d{1,7}$/.test(expires) || Number(expires) < 1 || Number(expires) > MAX_EXPIRES_SECONDS) {
    throw new S3Error(
      'AuthorizationQueryParametersError',
      `X-Amz-Expires must be a number of seconds from 1 to ${MAX_EXPIRES_SECONDS}`,
    )
  }
  const signed = readSigned(get('X-Amz-SignedHeaders'), get('X-Amz-Signature'), malformed)
  const hashHeader = signed.signedHeaders.includes('x-amz-content-sha256') ? one(headers, 'x-amz-content-sha256') : null
  return {
    ...readScope(get('X-Amz-Credential'), get('X-Amz-Date') ?? null, malformed),
    ...signed,
    sessionToken: get('X-Amz-Security-Token') ?? null,
    payloadHash: hashHeader ?? get('X-Amz-Content-Sha256') ?? UNSIGNED_PAYLOAD,
    expiresInSeconds: Number(expires),
  }
}

/** A form's signature, which covers its policy. @param fields by lower-case name @throws {S3Error} AccessDenied, InvalidArgument */
export function readFormSignature(fields: ReadonlyMap<string, string>): SigningScope & {
  readonly signature: string
  readonly sessionToken: string | null
} {
  const malformed = () => new S3Error('InvalidArgument', 'The signature of the form is not valid')
  const signature = fields.get('x-amz-signature')
  if (signature === undefined) throw new S3Error('AccessDenied')
  if (fields.get('x-amz-algorithm') !== ALGORITHM) throw malformed()
  return {
    ...readScope(fields.get('x-amz-credential'), fields.get('x-amz-date') ?? null, malformed),
    signature,
    sessionToken: fields.get('x-amz-security-token') ?? null,
  }
}

/** `<access key>/<yyyymmdd>/<region>/s3/aws4_request`, and the time of signing, which must be on that day. */
function readScope(credential: string | undefined, date: string | null, malformed: () => S3Error): SigningScope {
  const parts = (credential ?? '').split('/')
  const [terminator, service, region, day] = parts.slice(-4).reverse()
  const accessKeyId = parts.slice(0, -4).join('/')
  if (terminator !== 'aws4_request' || service !== 's3' || !region || !day || accessKeyId === '') throw malformed()
  if (date === null) throw new S3Error('AccessDenied', 'A signed request needs X-Amz-Date')
  const [, year, month, ofMonth, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? []
  const time = new Date(`${year}-${month}-${ofMonth}T${hour}:${minute}:${second}Z`)
  if (Number.isNaN(time.getTime()) || day !== date.slice(0, 8)) throw malformed()
  return { accessKeyId, region, date: time }
}

function readSigned(headers: string | undefined, signature: string | undefined, malformed: () => S3Error) {
  const signedHeaders = (headers ?? '').split(';')
  // A header name may be any token (RFC 9110 section 5.6.2), including that of custom metadata.
  if (!signature || !signedHeaders.every((name) => /^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(name))) throw malformed()
  return { signedHeaders, signature }
}

function one(headers: IncomingHttpHeaders, name: string): string | null {
  const value = headers[name]
  return typeof value === 'string' ? value : null
}
