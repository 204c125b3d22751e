import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ByteRange } from '../backends/backend.ts'
import type { StorageContext } from '../context.ts'
import { StorageError } from '../errors.ts'
import { isNotModified, readRange, wantedRange } from './conditional.ts'
import { contentDisposition, objectHeaders, safeContentType, type Visibility } from './content-headers.ts'
import type { ObjectRow } from './object-row.ts'

/** Finds the object's current row for the caller; throws when the caller may not read it. */
export type Lookup = () => Promise<ObjectRow>

export interface SendOptions {
  readonly download?: string | undefined
  /** Whether the same request gets the same answer for every caller; small files are then kept in memory while they are hot. */
  readonly isForAll: boolean
}

/** Sends the object's bytes, a range of them, or 304. */
export async function sendObject(
  context: StorageContext,
  request: FastifyRequest,
  reply: FastifyReply,
  lookup: Lookup,
  visibility: Visibility,
  { download, isForAll }: SendOptions,
): Promise<FastifyReply> {
  const row = await lookup()
  const { metadata } = row
  const keepHot = (sent: ObjectRow, body: Buffer | null) => {
    const { eTag: etag, lastModified } = sent.metadata
    const isCurrent = context.publicObjects.watch(sent)
    if (isForAll) context.hotAnswers.keep(request, reply, { etag, lastModified, body, alsoForHead: false, isCurrent })
  }
  if (isNotModified(request.headers, metadata.eTag, metadata.lastModified)) {
    reply.status(304).headers(objectHeaders(row, visibility)).removeHeader('content-type')
    keepHot(row, null)
    return reply.send()
  }
  const current = await openCurrent(
    context,
    lookup,
    row,
    wantedRange(request.headers, metadata.eTag, metadata.lastModified),
  )
  const { size, mimetype, contentDisposition: given } = current.row.metadata
  reply
    .headers(objectHeaders(current.row, visibility))
    .headers(contentDisposition(download, safeContentType(mimetype).isActive, given))
  if (current.range === null) {
    if (current.content instanceof Buffer) keepHot(current.row, current.content)
    return reply.header('content-length', size).send(current.content)
  }
  const { start, end } = current.range
  return reply
    .status(206)
    .header('content-range', `bytes ${start}-${end}/${size}`)
    .header('content-length', end - start + 1)
    .send(current.content)
}

interface Opened {
  readonly row: ObjectRow
  readonly range: ByteRange | null
  readonly content: Readable | Buffer
}

/** Up to this many bytes, one read is cheaper than a stream. */
const SMALL = 512 * 1024

/** An object may be replaced between reading its row and opening its bytes; the new row is then looked up once. */
export async function openCurrent(
  context: StorageContext,
  lookup: Lookup,
  row: ObjectRow,
  rangeHeader: string | undefined,
): Promise<Opened> {
  const range = readRange(rangeHeader, row.metadata.size)
  const isSmall = range === null && row.metadata.size <= SMALL
  const content = await (isSmall
    ? context.blobs.read(row.version)
    : context.blobs.open(row.version, range ?? undefined))
  if (content) return { row, range, content }
  context.publicObjects.forget(row.bucket_id, row.name)
  const newer = await lookup()
  if (newer.version === row.version) throw new StorageError('blob_not_found')
  return openCurrent(context, lookup, newer, rangeHeader)
}

/** Answers HEAD from the row alone. */
export function sendHead(reply: FastifyReply, row: ObjectRow, visibility: Visibility): FastifyReply {
  return reply.headers(objectHeaders(row, visibility)).header('content-length', row.metadata.size).send()
}
