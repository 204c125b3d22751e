import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import proxyAddress from '@fastify/proxy-addr'
import { ON_BEHALF_HEADER } from './on-behalf.ts'

/** The one header that tells an address inside this server. The server writes it; a client's own is never read. */
export const CLIENT_ADDRESS_HEADER = 'x-forwarded-for'

/** What proxies and content networks write addresses into. Nothing here reads them, so nobody may be led to believe them. */
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
  /** Address of the reverse proxy whose X-Forwarded-For is believed; null trusts only the socket. */
  readonly trustProxy: string | null
  /** What proves that a request comes from a function of this installation. */
  readonly onBehalfKey: string
}

/**
 * Decides once who connects, and replaces whatever the request says about it: afterwards CLIENT_ADDRESS_HEADER holds one
 * address and no other header holds any.
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

/** Whom limits and shares count, of a request that went through `createAddressWriter`. */
export function networkOfRequest({ headers, socket }: NetworkSource): string {
  const address = headers[CLIENT_ADDRESS_HEADER]
  return networkOf(typeof address === 'string' ? address : (socket.remoteAddress ?? ''))
}

interface NetworkSource {
  readonly headers: IncomingHttpHeaders
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/** Whom a limit counts: an IPv4 address, or the /64 network that one IPv6 customer has (RFC 6177). */
export function networkOf(address: string): string {
  const plain = plainAddress(address)
  if (!isIPv6(plain)) return plain
  // URL writes IPv6 addresses in one form, compressed; "::" stands for as many groups as are missing.
  const [head = '', tail] = (URL.parse(`http://[${plain.split('%')[0]}]`)?.hostname ?? '').slice(1, -1).split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
  return `${groups.slice(0, 4).join(':')}::/64`
}

function trustOf(trusted: string | null): (address: string, hop: number) => boolean {
  return proxyAddress.compile(trusted === null ? [] : trusted.split(',').map((part) => part.trim()))
}

/** An IPv4 address that a socket for both families shows as IPv6. */
function plainAddress(address: string): string {
  return /^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(address) ? address.slice('::ffff:'.length) : address
}

function addressOnBehalf(header: string | string[] | undefined, key: string): string | null {
  if (typeof header !== 'string') return null
  const [given = '', address = ''] = header.split(' ')
  const [a, b] = [Buffer.from(given), Buffer.from(key)]
  return a.length === b.length && timingSafeEqual(a, b) ? address : null
}
