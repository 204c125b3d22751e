import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** One document in every encoding that it is sent in. */
export interface Page {
  readonly identity: Buffer
  readonly br: Buffer
  readonly gzip: Buffer
  readonly etag: string
}

/** Maximum number of compressed documents in memory; each is a few dozen kilobytes. */
const MOST_KEPT = 200
/** Fast, and good enough for documents that are sent a few times. */
const BROTLI_QUALITY = 5

/** LRU cache of compressed documents. Entries are keyed by the hash of their text, so they are never stale. */
export class Pages {
  readonly #kept = new Map<string, Promise<Page>>()

  of(html: string): Promise<Page> {
    const digest = createHash('sha256').update(html).digest('base64url').slice(0, 22)
    const known = this.#kept.get(digest)
    // Re-inserting keeps the map ordered by last use; the first key is evicted.
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
