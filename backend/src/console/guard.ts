import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../http/loopback.ts'

/**
 * Whether a request comes from a page of this server that is open on this machine. Browsers send `Origin` with every POST: it tells pages of
 * other sites, names that lead here (DNS rebinding) and tunnels that rewrite Host.
 */
export function isFromThisMachine({ headers, raw, ip }: FastifyRequest): boolean {
  const origin = URL.parse(headers.origin ?? '')
  const isOwn = origin !== null && origin.host === headers.host && isLoopback(origin.hostname)
  return isOwn && isLocalAddress(raw.socket.remoteAddress ?? '') && isLocalAddress(ip)
}

function isLocalAddress(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127(\.\d+){3}$/.test(address)
}
