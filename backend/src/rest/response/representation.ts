import type { IncomingHttpHeaders } from 'node:http'
import { acceptedEncoding, compressFast, type Encoding, WORTH_COMPRESSING_BYTES } from '../../http/content-encoding.ts'
import type { HttpAnswer } from './respond.ts'

const VARY = 'Accept, Prefer, Range'
const TEXTS = /^text\/|[/+](json|xml)\b/
/** The application sets these to control encoding or caching itself. */
const DECIDED = /^(content-encoding|cache-control)$/i

/** Whether an answer may be compressed. */
export function isCompressible({ headers, body }: HttpAnswer): boolean {
  if (body === null || body.length < WORTH_COMPRESSING_BYTES) return false
  if (!TEXTS.test(String(headers['Content-Type'] ?? ''))) return false
  return !Object.keys(headers).some((name) => DECIDED.test(name))
}

/** The Vary header: what an answer depends on besides its URL (RFC 9110 section 12.5.5). */
export function varyOf(isCompressible: boolean): string {
  return isCompressible ? `${VARY}, Accept-Encoding` : VARY
}

/** The same answer in another encoding. A strong ETag becomes weak, since the bytes differ. */
export function encodedAs(answer: HttpAnswer, encoding: Encoding, body: Buffer | null): HttpAnswer {
  const { status, statusText, headers } = answer
  const encoded: Record<string, string | string[]> = { ...headers, 'Content-Encoding': encoding }
  if (encoded.ETag !== undefined) encoded.ETag = weak(String(encoded.ETag))
  return { status, statusText, headers: encoded, body }
}

/** The response for a client that already has the answer (RFC 9110 section 15.4.5). */
export function notModified({ headers }: HttpAnswer): HttpAnswer {
  const { 'Content-Type': _type, 'Content-Encoding': _encoding, ...others } = headers
  return { status: 304, headers: others, body: null }
}

/** Whether the client already has the answer, in any encoding (RFC 9110 section 13.1.2). */
export function isKnown({ headers }: HttpAnswer, asked: IncomingHttpHeaders): boolean {
  const known = asked['if-none-match']
  const tag = headers.ETag
  if (known === undefined || typeof tag !== 'string') return false
  return known === '*' || known.split(',').some((one) => strong(one.trim()) === strong(tag))
}

/** The representation for this client of an answer that is sent only once. @param safe  GET or HEAD */
export async function represent(answer: HttpAnswer, asked: IncomingHttpHeaders, safe: boolean): Promise<HttpAnswer> {
  const compressible = isCompressible(answer)
  const varying = { ...answer, headers: { ...answer.headers, Vary: varyOf(compressible) } }
  if (safe && answer.status === 200 && isKnown(answer, asked)) return notModified(varying)
  const encoding = compressible ? acceptedEncoding(asked['accept-encoding']) : null
  if (encoding === null || answer.body === null) return varying
  return encodedAs(varying, encoding, await compressFast(answer.body, encoding))
}

function weak(tag: string): string {
  return `W/${strong(tag)}`
}

function strong(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag
}
