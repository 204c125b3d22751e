import type { FastifyRequest } from 'fastify'
import { callerFromBearer } from '../http/caller.ts'
import { isLoopback } from '../http/loopback.ts'
import { type Keyring, TokenError } from '../jwt/keyring.ts'

/** Whether a request has the secret key, or a token of `service_role`, in `apikey`. A header: no other site can make a browser send it. */
export async function isAdministrator(keyring: Keyring, { headers }: FastifyRequest): Promise<boolean> {
  const key = headers.apikey
  if (typeof key !== 'string') return false
  try {
    return (await callerFromBearer(keyring, key)).role === 'service_role'
  } catch (error) {
    if (error instanceof TokenError) return false
    throw error
  }
}

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
