import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { Keyring } from '../../jwt/keyring.ts'
import { checkToken, type Identity } from '../channels/tokens.ts'
import type { Version } from './message.ts'

/** Result of a socket's handshake. */
export interface Handshake {
  readonly version: Version
  /** The API key's role: the caller of channels that bring no token. */
  readonly identity: Identity
  readonly headersJson: string
}

export type HandshakeOutcome = { ok: true; handshake: Handshake } | { ok: false; status: 401 | 429; error: string }

const PATHS = new Set(['/realtime/v1/websocket', '/socket/websocket'])

/** The URL of an upgrade request for realtime, or null. */
export function realtimeAddress(request: IncomingMessage): URL | null {
  const address = URL.parse(request.url ?? '', 'http://localhost')
  return address && PATHS.has(address.pathname) ? address : null
}

/** Authenticates the API key in query or header, and reads the serializer version. */
export async function checkHandshake(
  keyring: Keyring,
  request: IncomingMessage,
  address: URL,
): Promise<HandshakeOutcome> {
  const key = address.searchParams.get('apikey') ?? headerOf(request.headers, 'x-api-key')
  if (!key) return { ok: false, status: 401, error: 'API key is missing' }
  const check = await checkToken(keyring, key)
  if (!check.ok) {
    return { ok: false, status: 401, error: check.problem.isExpiry ? 'Token has expired' : check.problem.message }
  }
  // Clients older than the second serializer do not send vsn.
  const version = address.searchParams.get('vsn') === '2.0.0' ? '2.0.0' : '1.0.0'
  return { ok: true, handshake: { version, identity: check.identity, headersJson: publicHeaders(request.headers) } }
}

/** Refuses an upgrade with an HTTP response, after a delay that slows down immediate retries. */
export async function refuseUpgrade(socket: Duplex, status: number, error: string, delayMs: number): Promise<void> {
  await delay(delayMs)
  const body = JSON.stringify({ error })
  const reasons: Record<number, string> = { 401: 'Unauthorized', 404: 'Not Found', 429: 'Too Many Requests' }
  socket.end(
    `HTTP/1.1 ${status} ${reasons[status] ?? 'Internal Server Error'}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

/** For policies that read request.headers: without credentials. */
function publicHeaders(headers: IncomingHttpHeaders): string {
  const { authorization: _a, cookie: _c, apikey: _k, 'x-api-key': _x, ...rest } = headers
  return JSON.stringify(rest)
}

function headerOf(headers: IncomingHttpHeaders, name: string): string | null {
  const value = headers[name]
  return typeof value === 'string' ? value : null
}
