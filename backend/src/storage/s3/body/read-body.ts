import type { IncomingMessage } from 'node:http'
import { S3Error } from '../errors.ts'
import type { Authenticated } from '../signing/authenticate.ts'
import { UNSIGNED_PAYLOAD } from '../signing/presented-signature.ts'
import { type ChunkSigning, decodeChunks } from './aws-chunks.ts'
import { type Check, checkSha256, readChecks } from './checksums.ts'

/** A request body that has not been read yet. */
export interface S3Body {
  /** Content length in bytes, when the client declared it. */
  readonly declaredLength: number | null
  /**
   * Yields the content, once. Throws at the end when the body does not match its signature or checksums, so do not act on the bytes before.
   */
  content(): AsyncGenerator<Buffer>
}

const STREAMING: Readonly<Record<string, { readonly isSigned: boolean; readonly hasTrailer: boolean }>> = {
  'STREAMING-UNSIGNED-PAYLOAD-TRAILER': { isSigned: false, hasTrailer: true },
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD': { isSigned: true, hasTrailer: false },
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER': { isSigned: true, hasTrailer: true },
}

/** @throws {S3Error} when the headers describe the body inconsistently */
export function readBody(request: IncomingMessage, { payloadHash, signer, signature }: Authenticated): S3Body {
  const { headers } = request
  const streaming = STREAMING[payloadHash]
  const checks = readChecks(headers)
  if (/^[0-9a-f]{64}$/.test(payloadHash)) checks.push(checkSha256(payloadHash))
  else if (!streaming && payloadHash !== UNSIGNED_PAYLOAD) {
    throw new S3Error(
      'InvalidArgument',
      'x-amz-content-sha256 must be UNSIGNED-PAYLOAD, a known STREAMING kind or a SHA-256',
    )
  }
  const declaredLength = readLength(headers[streaming ? 'x-amz-decoded-content-length' : 'content-length'])
  if (streaming && declaredLength === null) {
    throw new S3Error('MissingContentLength', 'You must provide the x-amz-decoded-content-length header')
  }
  const chunkSigning: ChunkSigning | null = streaming?.isSigned ? { signer, seed: signature } : null
  return {
    declaredLength,
    content() {
      // Others read a refused body to its end, so it must not be destroyed here.
      const raw: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false })
      const trailers = new Map<string, string>()
      const decoded = streaming ? decodeChunks(raw, chunkSigning, streaming.hasTrailer, trailers) : raw
      return verified(decoded, declaredLength, checks, trailers)
    },
  }
}

export async function* verified(
  content: AsyncIterable<Buffer>,
  declaredLength: number | null,
  checks: readonly Check[],
  trailers: ReadonlyMap<string, string>,
): AsyncGenerator<Buffer> {
  let length = 0
  for await (const bytes of content) {
    length += bytes.length
    for (const check of checks) check.update(bytes)
    yield bytes
  }
  if (declaredLength !== null && length !== declaredLength) throw new S3Error('IncompleteBody')
  for (const check of checks) await check.finish(trailers)
}

function readLength(header: string | string[] | undefined): number | null {
  if (header === undefined) return null
  if (typeof header !== 'string' || !/^\d{1,15}$/.test(header)) throw new S3Error('InvalidArgument', 'Invalid length')
  return Number(header)
}

/** Reads the whole content as text, for XML documents. @throws {S3Error} MalformedXML when it is too long */
export async function readText(body: S3Body): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const bytes of body.content()) {
    length += bytes.length
    if (length > MAX_DOCUMENT_BYTES) throw new S3Error('MalformedXML', 'The document is too long')
    parts.push(bytes)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Fits a thousand keys of maximum length, or ten thousand parts. */
const MAX_DOCUMENT_BYTES = 2 * 1024 * 1024
