import { createHash, createHmac, type Hash, type Hmac, timingSafeEqual } from 'node:crypto'
import {
  ALGORITHM_IDENTIFIER,
  createScope,
  EVENT_ALGORITHM_IDENTIFIER,
  getCanonicalHeaders,
  SignatureV4,
} from '@smithy/signature-v4'

/** SHA-256, keyed or not, by node, in the shape that the signing library asks for. */
class Sha256 {
  readonly #secret: SecretInput | undefined
  #hash: Hash | Hmac

  constructor(secret?: SecretInput) {
    this.#secret = secret
    this.#hash = open(secret)
  }

  update(bytes: Uint8Array): void {
    this.#hash.update(bytes)
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest()
  }

  reset(): void {
    this.#hash = open(this.#secret)
  }
}

type SecretInput = string | ArrayBuffer | ArrayBufferView

function open(secret: SecretInput | undefined): Hash | Hmac {
  if (secret === undefined) return createHash('sha256')
  const key = typeof secret === 'string' ? secret : bytesOf(secret)
  return createHmac('sha256', key)
}

function bytesOf(secret: ArrayBuffer | ArrayBufferView): Uint8Array {
  return ArrayBuffer.isView(secret)
    ? new Uint8Array(secret.buffer, secret.byteOffset, secret.byteLength)
    : new Uint8Array(secret)
}

/** What a client said about its signature. */
export interface SigningScope {
  readonly accessKeyId: string
  readonly region: string
  readonly date: Date
}

/** A request as it is signed: nothing in it that the signature leaves out. */
export interface CanonicalParts {
  readonly method: string
  /** Each segment percent-encoded as the protocol does it. */
  readonly path: string
  readonly query: Readonly<Record<string, string[]>>
  /** The signed ones only, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly payloadHash: string
}

const EMPTY_SHA256 = createHash('sha256').digest('hex')
const TRAILER_ALGORITHM = 'AWS4-HMAC-SHA256-TRAILER'

/**
 * Computes the signatures that a holder of `secret` would have made, by the library that the protocol's own client uses:
 * of a whole request, of each chunk of a streamed body, and of what trails it.
 */
export class Signer extends SignatureV4 {
  readonly #date: Date
  readonly #longDate: string
  readonly #scope: string

  constructor({ accessKeyId, region, date }: SigningScope, secret: string) {
    super({
      service: 's3',
      region,
      credentials: { accessKeyId, secretAccessKey: secret },
      sha256: Sha256,
      uriEscapePath: false,
    })
    const { longDate, shortDate } = this.formatDate(date)
    this.#date = date
    this.#longDate = longDate
    this.#scope = createScope(shortDate, region, 's3')
  }

  async requestSignature({ method, path, query, headers, payloadHash }: CanonicalParts): Promise<string> {
    const request = { method, path, query: { ...query }, headers: { ...headers }, protocol: 'http:', hostname: '' }
    // Some headers are never signed unless the client says that it did.
    const canonicalHeaders = getCanonicalHeaders(request, undefined, new Set(Object.keys(headers)))
    const canonical = this.createCanonicalRequest(request, canonicalHeaders, payloadHash)
    const text = await this.createStringToSign(this.#longDate, this.#scope, canonical, ALGORITHM_IDENTIFIER)
    return this.sign(text, { signingDate: this.#date })
  }

  /** @param contentSha256 of the chunk's bytes, hex */
  chunkSignature(previous: string, contentSha256: string): Promise<string> {
    return this.#signAfter(previous, EVENT_ALGORITHM_IDENTIFIER, [EMPTY_SHA256, contentSha256])
  }

  /** @param trailers `name:value` and a line feed for each */
  trailerSignature(previous: string, trailers: string): Promise<string> {
    return this.#signAfter(previous, TRAILER_ALGORITHM, [createHash('sha256').update(trailers).digest('hex')])
  }

  #signAfter(previous: string, algorithm: string, hashes: readonly string[]): Promise<string> {
    const text = [algorithm, this.#longDate, this.#scope, previous, ...hashes].join('\n')
    return this.sign(text, { signingDate: this.#date })
  }
}

/** Compares two signatures without telling by its duration where they differ. */
export function isSameSignature(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
