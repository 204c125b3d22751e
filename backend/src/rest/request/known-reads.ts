import type { IncomingHttpHeaders } from 'node:http'
import type { ApiRequest } from './api-request.ts'

const KEPT = 1000
const LONGEST_KEY = 2048

/** A read as its address and headers say it, understood. */
export interface KnownRead {
  readonly request: ApiRequest
  /** What its answer says of where it is. */
  readonly location: string | null
}

/** Reads that were understood before: many clients ask for the same address, each for what he may see there. */
export class KnownReads {
  readonly #known = new Map<string, KnownRead>()

  /** What was understood before, or now. @throws {RestError} whatever `read` throws */
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

/** Everything of a read that `readRequest` looks at. */
function keyOf({ method, url, headers }: { method: string; url: string; headers: IncomingHttpHeaders }): string {
  const { accept = '', 'accept-profile': profile = '', prefer = '', range = '', 'content-type': type = '' } = headers
  return `${method}\n${accept}\n${profile}\n${prefer}\n${range}\n${type}\n${url}`
}
