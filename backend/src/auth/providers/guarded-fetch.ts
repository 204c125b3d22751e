import { type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { isPublicAddress, literalOf, lookupOnly } from '../../http/public-network.ts'

const TIMEOUT_MS = 8000
const MAX_ANSWER_BYTES = 1024 * 1024

/** Where an administrator's addresses may lead: only the public network over https, or anywhere. */
export type Reach = 'public' | 'any'

type Fetched = (
  url: string,
  init?: { method?: string; headers?: ConstructorParameters<typeof Headers>[0]; body?: unknown },
) => Promise<Response>

/**
 * `fetch` for addresses given by an administrator: no redirects, limited time and size, and, if only the public network is
 * allowed, over https to exactly the IP address that was checked.
 * @throws when the address is not allowed
 */
export function guardedFetch(reach: Reach): Fetched {
  return (url, { method = 'GET', headers, body } = {}) => {
    const target = new URL(url)
    requireReachable(target, reach)
    const send = target.protocol === 'https:' ? overHttps : overHttp
    return new Promise<Response>((resolve, reject) => {
      const call = send(
        target,
        {
          method,
          headers: Object.fromEntries(new Headers(headers)),
          agent: false,
          signal: AbortSignal.timeout(TIMEOUT_MS),
          ...(reach === 'public' ? { lookup: lookupOnly(isPublicAddress) } : {}),
        },
        (answer) => {
          read(answer).then((bytes) => resolve(responseOf(answer, bytes)), reject)
        },
      )
      call.on('error', reject)
      call.end(typeof body === 'string' || body instanceof Uint8Array ? body : body ? String(body) : undefined)
    })
  }
}

/** @throws if the address itself is not allowed; host names are checked when they are resolved */
export function requireReachable(url: URL, reach: Reach): void {
  const { protocol, username, password } = url
  if (protocol !== 'https:' && !(reach === 'any' && protocol === 'http:')) throw new Error('must be an https address')
  if (username !== '' || password !== '') throw new Error('must not hold a name or a password')
  const literal = literalOf(url)
  if (reach === 'public' && literal !== null && !isPublicAddress(literal)) throw new Error('must be a public address')
}

async function read(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) throw new Error('The response is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function responseOf({ statusCode = 502, headers }: IncomingMessage, bytes: Buffer): Response {
  const plain = Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  const isEmpty = statusCode === 204 || statusCode === 304
  return new Response(isEmpty ? null : new Uint8Array(bytes), {
    status: statusCode,
    headers: plain as [string, string][],
  })
}
