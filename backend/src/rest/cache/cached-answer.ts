import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { HttpAnswer } from '../response/respond.ts'

/** A kept answer, ready to be sent; with a strong ETag (RFC 9110 section 8.8.3) where there is a body. */
export interface CachedAnswer {
  readonly headers: HttpAnswer['headers']
  readonly body: Buffer | string | null
  readonly bytes: number
}

/** What an entry costs beside its key and body: headers, indexes. */
const OVERHEAD_BYTES = 1200

export function toCachedAnswer(answer: HttpAnswer, key: string): CachedAnswer {
  const { body } = answer
  const etag = body === null ? null : etagOf(body, answer.headers['Content-Range'])
  // Whoever keeps it must ask each time: only the server is told of changes.
  const headers = etag === null ? answer.headers : { ...answer.headers, ETag: etag, 'Cache-Control': 'no-cache' }
  const bodyBytes = typeof body === 'string' ? body.length * 2 : (body?.length ?? 0)
  return { headers, body, bytes: bodyBytes + key.length * 2 + OVERHEAD_BYTES }
}

/** The range tells the count, which a client reads as part of the answer. */
function etagOf(body: Buffer | string, range: string | string[] | undefined): string {
  const hash = createHash('sha256').update(body)
  if (range !== undefined) hash.update(`\0${String(range)}`)
  return `"${hash.digest('base64url').slice(0, 22)}"`
}

/** Whether the client already has the answer with these headers (RFC 9110 section 13.1.2). */
export function isKnown(answerHeaders: HttpAnswer['headers'], requestHeaders: IncomingHttpHeaders): boolean {
  const known = requestHeaders['if-none-match']
  const etag = answerHeaders.ETag
  if (known === undefined || etag === undefined) return false
  return known === '*' || known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
