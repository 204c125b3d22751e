import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** One document in every form that it is sent in. */
export interface Page {
  readonly identity: Buffer
  readonly br: Buffer
  readonly gzip: Buffer
  readonly etag: string
}

/** As many documents are kept compressed; they are a few dozen kilobytes each. */
const MOST_KEPT = 200
/** Good enough for what is sent a few times, and fast. */
const BROTLI_QUALITY = 5

/** Compresses documents, each text once as long as it is asked for: what is kept is found by the text itself, so never stale. */
export class Pages {
  readonly #kept = new Map<string, Promise<Page>>()

  of(html: string): Promise<Page> {
    const digest = createHash('sha256').update(html).digest('base64url').slice(0, 22)
    const known = this.#kept.get(digest)
    // The longest unasked for goes first.
    if (known) this.#kept.delete(digest)
    const page = known ?? compressed(html, digest)
    this.#kept.set(digest, page)
    if (this.#kept.size > MOST_KEPT) this.#kept.delete(this.#kept.keys().next().value ?? '')
    return page
  }
}

async function compressed(html: string, digest: string): Promise<Page> {
  const identity = Buffer.from(html)
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    promisify(gzip)(identity),
  ])
  return { identity, br, gzip: gzipped, etag: `"${digest}"` }
}
