import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { acceptedEncoding, compressWell, type Encoding } from '../../http/content-encoding.ts'
import { encodedAs, isCompressible, isKnown, notModified, varyOf } from '../response/representation.ts'
import type { HttpAnswer } from '../response/respond.ts'

/** Bytes per entry besides key and body: headers, indexes and the heads of its representations. */
const OVERHEAD_BYTES = 6000
/** The original body, the body as sent, and the compressed body. */
const BODY_COPIES = 3

/** A cached answer, with a strong ETag (RFC 9110 section 8.8.3) if it has a body. */
export class CachedAnswer implements HttpAnswer {
  readonly status = 200
  readonly headers: HttpAnswer['headers']
  readonly body: Buffer | null
  readonly bytes: number
  readonly #isCompressible: boolean
  readonly #compressed = new Map<Encoding, HttpAnswer>()
  readonly #compressing = new Map<Encoding, Promise<HttpAnswer>>()
  readonly #notModified = new Map<Encoding | null, HttpAnswer>()

  constructor(answer: HttpAnswer, key: string) {
    // Copied: the database's buffer is a slice of a larger one, which it would keep alive.
    this.body = answer.body && Buffer.from(answer.body)
    this.#isCompressible = isCompressible(answer)
    const vary = { Vary: varyOf(this.#isCompressible) }
    // Clients must revalidate each time: only the server learns of changes.
    this.headers = this.body
      ? { ...answer.headers, ETag: etagOf(this.body, answer.headers), 'Cache-Control': 'no-cache', ...vary }
      : { ...answer.headers, ...vary }
    this.bytes = (this.body?.length ?? 0) * BODY_COPIES + key.length * 2 + OVERHEAD_BYTES
  }

  /** The representation that a client accepts, one object shared by all such clients. Null if it must be compressed first. */
  formNow(asked: IncomingHttpHeaders): HttpAnswer | null {
    const encoding = this.#encodingFor(asked)
    if (asked['if-none-match'] !== undefined && isKnown(this, asked)) return this.#notModifiedIn(encoding)
    return encoding === null ? this : (this.#compressed.get(encoding) ?? null)
  }

  async form(asked: IncomingHttpHeaders): Promise<HttpAnswer> {
    const now = this.formNow(asked)
    if (now) return now
    const encoding = this.#encodingFor(asked)
    return encoding && this.body ? this.#compress(encoding, this.body) : this
  }

  #encodingFor(asked: IncomingHttpHeaders): Encoding | null {
    return this.#isCompressible ? acceptedEncoding(asked['accept-encoding']) : null
  }

  #notModifiedIn(encoding: Encoding | null): HttpAnswer {
    const known = this.#notModified.get(encoding)
    if (known) return known
    const form = notModified(encoding ? encodedAs(this, encoding, null) : this)
    this.#notModified.set(encoding, form)
    return form
  }

  /** Compresses once for all concurrent requests. */
  #compress(encoding: Encoding, body: Buffer): Promise<HttpAnswer> {
    const underWay = this.#compressing.get(encoding)
    if (underWay) return underWay
    const compressing = compressWell(body, encoding).then((bytes) => {
      const form = encodedAs(this, encoding, bytes)
      this.#compressed.set(encoding, form)
      return form
    })
    this.#compressing.set(encoding, compressing)
    return compressing
  }
}

/** Content-Range contains the count, which clients read as part of the answer. */
function etagOf(body: Buffer, headers: HttpAnswer['headers']): string {
  const hash = createHash('sha256').update(body)
  const range = headers['Content-Range']
  if (range !== undefined) hash.update(`\0${String(range)}`)
  return `"${hash.digest('base64url').slice(0, 22)}"`
}
