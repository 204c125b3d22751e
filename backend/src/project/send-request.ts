import { outsideContainers } from './container-hosts.ts'

const RESPONSE_LIMIT = 16 * 1024 * 1024

export interface OutgoingRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>> | null
  readonly body: Uint8Array | string | null
  readonly patienceMs: number
}

export interface IncomingAnswer {
  readonly status: number | null
  readonly type: string | null
  readonly headers: Record<string, string> | null
  readonly text: string | null
  readonly timedOut: boolean
  /** Why there is no answer. */
  readonly error: string | null
}

/**
 * Sends a request that the database made.
 * @param own  this server's address, without a slash at its end
 */
export async function sendRequest(request: OutgoingRequest, own: string): Promise<IncomingAnswer> {
  const { method, headers, body, patienceMs } = request
  try {
    const response = await fetch(outsideContainers(request.url, own), {
      method,
      headers: headers ?? {},
      ...(body === null ? {} : { body: typeof body === 'string' ? body : Buffer.from(body) }),
      signal: AbortSignal.timeout(patienceMs),
    })
    const text = await response.text()
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      headers: Object.fromEntries(response.headers),
      // PostgreSQL's text cannot contain NUL.
      text: text.slice(0, RESPONSE_LIMIT).replaceAll('\u0000', ''),
      timedOut: false,
      error: null,
    }
  } catch (error) {
    const timedOut = error instanceof Error && error.name === 'TimeoutError'
    const reason =
      error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : String(error)
    const message = timedOut ? `Timeout of ${patienceMs} ms reached` : reason
    return { status: null, type: null, headers: null, text: null, timedOut, error: message }
  }
}
