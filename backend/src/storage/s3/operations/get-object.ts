import type { IncomingHttpHeaders } from 'node:http'
import { isNotModified, readRange, wantedRange } from '../../objects/conditional.ts'
import { cacheHeaders, contentDisposition, safeContentType, safetyHeaders } from '../../objects/content-headers.ts'
import type { ObjectRow } from '../../objects/object-row.ts'
import { openCurrent } from '../../objects/send-object.ts'
import { S3Error } from '../errors.ts'
import { MAX_PARTS } from '../multipart/uploads.ts'
import { numberParameter, type S3Call, type S3Operation } from '../s3-call.ts'
import { metadataHeaders, requireReadable } from './readable-object.ts'
import { withQuotes } from './written-object.ts'

/** GET /bucket/key */
export const getObject: S3Operation = async (call) => {
  const isAsPart = readPartNumber(call)
  const lookup = () => requireReadable(call, call, 'storage.s3.object.get')
  const row = await lookup()
  if (isUnchanged(call, row)) return call.reply.status(304).headers(headersOf(call, row)).send()
  const { eTag, lastModified } = row.metadata
  const range = isAsPart ? wholeOf(row) : wantedRange(call.headers, eTag, lastModified)
  const current = await openCurrent(call.context, lookup, row, range)
  const { size } = current.row.metadata
  call.reply.headers(headersOf(call, current.row))
  if (current.range === null) return call.reply.header('content-length', size).send(current.content)
  const { start, end } = current.range
  call.reply.status(206).header('content-range', `bytes ${start}-${end}/${size}`)
  return call.reply.header('content-length', end - start + 1).send(current.content)
}

/** HEAD /bucket/key */
export const headObject: S3Operation = async (call) => {
  const isAsPart = readPartNumber(call)
  const row = await requireReadable(call, call, 'storage.s3.object.info')
  call.reply.headers(headersOf(call, row))
  if (isUnchanged(call, row)) return call.reply.status(304).send()
  const { size } = row.metadata
  const range = readRange(isAsPart ? wholeOf(row) : call.headers.range, size)
  if (range === null) return call.reply.header('content-length', size).send()
  call.reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  return call.reply.header('content-length', range.end - range.start + 1).send()
}

/**
 * The original parts of an object are not recorded: it counts as one part, the first. Clients that read by part number request that one to
 * learn the number of parts.
 * @throws {S3Error} InvalidPartNumber, InvalidRequest together with a range
 */
function readPartNumber(call: S3Call): boolean {
  const number = numberParameter(call, 'partNumber', 1, MAX_PARTS)
  if (number === undefined) return false
  if (call.headers.range !== undefined) {
    throw new S3Error('InvalidRequest', 'Cannot specify both Range header and partNumber query parameter')
  }
  if (number > 1) throw new S3Error('InvalidPartNumber')
  return true
}

/** A range that covers the whole object; an empty object has none. */
function wholeOf({ metadata }: ObjectRow): string | undefined {
  return metadata.size === 0 ? undefined : 'bytes=0-'
}

/** @throws {S3Error} PreconditionFailed */
function isUnchanged({ headers }: S3Call, { metadata }: ObjectRow): boolean {
  requirePreconditions(headers['if-match'], headers['if-unmodified-since'], metadata)
  const noneMatch = headers['if-none-match']
  const asked = noneMatch === undefined ? headers : { 'if-none-match': withQuotes(noneMatch) }
  return isNotModified(asked, metadata.eTag, metadata.lastModified)
}

/** If-Match takes precedence when present (RFC 9110 section 13.2.2). @throws {S3Error} PreconditionFailed */
export function requirePreconditions(
  match: string | undefined,
  unmodifiedSince: string | undefined,
  { eTag, lastModified }: ObjectRow['metadata'],
): void {
  const holds =
    match !== undefined
      ? isNotModified({ 'if-none-match': withQuotes(match) } satisfies IncomingHttpHeaders, eTag, null)
      : unmodifiedSince === undefined || isNotModified({ 'if-modified-since': unmodifiedSince }, eTag, lastModified)
  if (!holds) throw new S3Error('PreconditionFailed')
}

const OVERRIDES = [
  'content-type',
  'content-language',
  'expires',
  'cache-control',
  'content-disposition',
  'content-encoding',
]

// Directives with which shared caches may keep an answer although its request was signed (RFC 9111 section 3.5).
const SHARED = /\b(public|s-maxage|must-revalidate)\b/i

/**
 * Clients that sign their requests get the stored headers. A presigned URL may be opened by a browser in the app's own origin, so there the
 * safety rules of every link apply, whatever type the signer requests.
 */
function headersOf(call: S3Call, row: ObjectRow): Record<string, string> {
  const { metadata } = row
  const wanted = overridesOf(call)
  const stored = wanted['content-type'] ?? metadata.mimetype
  const { type, isActive } = safeContentType(stored)
  const { contentEncoding, contentLanguage, contentDisposition: given, expires } = metadata
  const { 'content-disposition': asked = given, ...others } = wanted
  return {
    etag: metadata.eTag,
    'last-modified': new Date(metadata.lastModified).toUTCString(),
    'accept-ranges': 'bytes',
    ...(contentEncoding === undefined ? {} : { 'content-encoding': contentEncoding }),
    ...(contentLanguage === undefined ? {} : { 'content-language': contentLanguage }),
    ...(expires === undefined ? {} : { expires }),
    ...metadataHeaders(row),
    ...(call.isPresigned || SHARED.test(metadata.cacheControl)
      ? cacheHeaders(metadata.cacheControl, { kind: 'private' })
      : { 'cache-control': metadata.cacheControl }),
    ...others,
    'content-type': call.isPresigned ? type : stored,
    ...safetyHeaders(isActive, type),
    ...contentDisposition(undefined, call.isPresigned && isActive, asked),
  }
}

/** `response-…` parameters, by the header that each sets. */
function overridesOf(call: S3Call): Record<string, string> {
  const wanted: Record<string, string> = {}
  for (const name of OVERRIDES) {
    const value = call.parameter(`response-${name}`)
    if (value === undefined) continue
    if (!/^[\x20-\x7e]{1,1024}$/.test(value))
      throw new S3Error('InvalidArgument', `response-${name} cannot be a header`)
    wanted[name] = value
  }
  return wanted
}
