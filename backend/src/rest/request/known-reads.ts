import type { IncomingHttpHeaders } from 'node:http'
import type { ApiRequest } from './api-request.ts'

const KEPT = 1000
const LONGEST_KEY = 2048

/** A parsed read. */
export interface KnownRead {
  readonly request: ApiRequest
  /** Its Content-Location, if any. */
  readonly location: string | null
}

/** Cache of parsed reads: many clients request the same URL with different rights. */
export class KnownReads {
  readonly #known = new Map<string, KnownRead>()

  /** The parsed read, from the cache or from `read`. @throws {RestError} whatever `read` throws */
  take(call: { method: string; url: string; headers: IncomingHttpHeaders }, read: () => KnownRead): KnownRead {
    const key = keyOf(call)
    const known = this.#known.get(key)
    if (known) return known
    const fresh = read()
    if (key.length > LONGEST_KEY) return fresh
    this.#known.set(key, fresh)
    if (this.#known.size > KEPT) {
      for (const oldest of this.#known.keys()) {
        this.#known.delete(oldest)
        break
      }
    }
    return fresh
  }
}

/** Everything of a request that `readRequest` uses for a read. */
function keyOf({ method, url, headers }: { method: string; url: string; headers: IncomingHttpHeaders }): string {
  const { accept = '', 'accept-profile': profile = '', prefer = '', range = '', 'content-type': type = '' } = headers
  return `${method}\n${accept}\n${profile}\n${prefer}\n${range}\n${type}\n${url}`
}
