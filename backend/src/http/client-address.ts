import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import proxyAddress from '@fastify/proxy-addr'
import { ON_BEHALF_HEADER } from './on-behalf.ts'

/** The only header that carries the client address inside this server. The server sets it; a client's own value is discarded. */
export const CLIENT_ADDRESS_HEADER = 'x-forwarded-for'

/** Address headers of proxies and CDNs. They are stripped so that no handler can trust them by mistake. */
const OTHER_ADDRESS_HEADERS = [
  'forwarded',
  'x-forwarded',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-original-forwarded-for',
  'true-client-ip',
  'cf-connecting-ip',
  'cf-connecting-ipv6',
  'fastly-client-ip',
  'fly-client-ip',
  'x-envoy-external-address',
  'x-azure-clientip',
  'x-appengine-user-ip',
]
const PROXY_HEADERS = ['x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port']

export interface AddressRules {
  /** Address of the reverse proxy whose X-Forwarded-For is trusted; null uses only the socket address. */
  readonly trustProxy: string | null
  /** Secret that proves a request comes from a function of this installation. */
  readonly onBehalfKey: string
}

/**
 * Determines the client address once and overwrites what the request claims: afterwards CLIENT_ADDRESS_HEADER holds exactly one address
 * and no other header holds any.
 */
export function createAddressWriter({ trustProxy, onBehalfKey }: AddressRules): (request: IncomingMessage) => void {
  const isTrusted = trustOf(trustProxy)
  return (request) => {
    const { headers, socket } = request
    const peer = plainAddress(socket.remoteAddress ?? '')
    const onBehalf = headers[ON_BEHALF_HEADER]
    const isProxied = trustProxy !== null && isTrusted(peer, 0)
    const address = addressOnBehalf(onBehalf, onBehalfKey) ?? (isProxied ? proxyAddress(request, isTrusted) : peer)
    if (onBehalf !== undefined) delete headers[ON_BEHALF_HEADER]
    for (const name of OTHER_ADDRESS_HEADERS) if (headers[name] !== undefined) delete headers[name]
    if (!isProxied) for (const name of PROXY_HEADERS) if (headers[name] !== undefined) delete headers[name]
    headers[CLIENT_ADDRESS_HEADER] = plainAddress(address ?? peer)
  }
}

/** Rate limit key of a request that has passed through `createAddressWriter`. */
export function networkOfRequest({ headers, socket }: NetworkSource): string {
  const address = headers[CLIENT_ADDRESS_HEADER]
  return networkOf(typeof address === 'string' ? address : (socket.remoteAddress ?? ''))
}

interface NetworkSource {
  readonly headers: IncomingHttpHeaders
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/** Rate limit key for an address: the IPv4 address itself, or the /64 network that one IPv6 customer gets (RFC 6177). */
export function networkOf(address: string): string {
  const plain = plainAddress(address)
  if (!isIPv6(plain)) return plain
  // URL normalises IPv6 addresses to the compressed form; "::" stands for the missing groups.
  const [head = '', tail] = (URL.parse(`http://[${plain.split('%')[0]}]`)?.hostname ?? '').slice(1, -1).split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
  return `${groups.slice(0, 4).join(':')}::/64`
}

function trustOf(trusted: string | null): (address: string, hop: number) => boolean {
  return proxyAddress.compile(trusted === null ? [] : trusted.split(',').map((part) => part.trim()))
}

/** Converts an IPv4-mapped IPv6 address, as dual-stack sockets report it, to plain IPv4. */
function plainAddress(address: string): string {
  return /^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(address) ? address.slice('::ffff:'.length) : address
}

function addressOnBehalf(header: string | string[] | undefined, key: string): string | null {
  if (typeof header !== 'string') return null
  const [given = '', address = ''] = header.split(' ')
  const [a, b] = [Buffer.from(given), Buffer.from(key)]
  return a.length === b.length && timingSafeEqual(a, b) ? address : null
}
