import { createHash, createHmac, type Hash, type Hmac, timingSafeEqual } from 'node:crypto'
import {
  ALGORITHM_IDENTIFIER,
  createScope,
  EVENT_ALGORITHM_IDENTIFIER,
  getCanonicalHeaders,
  SignatureV4,
} from '@smithy/signature-v4'

/** SHA-256 and HMAC by node:crypto, in the shape that the signing library expects. */
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

/** The scope a client states for its signature. */
export interface SigningScope {
  readonly accessKeyId: string
  readonly region: string
  readonly date: Date
}

/** The parts of a request that are signed. */
export interface CanonicalParts {
  readonly method: string
  /** Each segment percent-encoded as in the protocol. */
  readonly path: string
  readonly query: Readonly<Record<string, string[]>>
  /** The signed headers only, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly payloadHash: string
}

const EMPTY_SHA256 = createHash('sha256').digest('hex')
const TRAILER_ALGORITHM = 'AWS4-HMAC-SHA256-TRAILER'

/**
 * Computes the signatures that a holder of `secret` would make, with the library of the official client: of a whole request, of each chunk
 * of a streamed body, of its trailers, and of a form's policy.
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
    // The library skips some headers unless they are listed as signed.
    const canonicalHeaders = getCanonicalHeaders(request, undefined, new Set(Object.keys(headers)))
    const canonical = this.createCanonicalRequest(request, canonicalHeaders, payloadHash)
    const text = await this.createStringToSign(this.#longDate, this.#scope, canonical, ALGORITHM_IDENTIFIER)
    return this.sign(text, { signingDate: this.#date })
  }

  /** @param policy of a form, as sent */
  policySignature(policy: string): Promise<string> {
    return this.sign(policy, { signingDate: this.#date })
  }

  /** @param contentSha256 hash of the chunk's bytes, hex */
  chunkSignature(previous: string, contentSha256: string): Promise<string> {
    return this.#signAfter(previous, EVENT_ALGORITHM_IDENTIFIER, [EMPTY_SHA256, contentSha256])
  }

  /** @param trailers lines of `name:value`, each ending in a line feed */
  trailerSignature(previous: string, trailers: string): Promise<string> {
    return this.#signAfter(previous, TRAILER_ALGORITHM, [createHash('sha256').update(trailers).digest('hex')])
  }

  #signAfter(previous: string, algorithm: string, hashes: readonly string[]): Promise<string> {
    const text = [algorithm, this.#longDate, this.#scope, previous, ...hashes].join('\n')
    return this.sign(text, { signingDate: this.#date })
  }
}

/** Compares two signatures in constant time. */
export function isSameSignature(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
