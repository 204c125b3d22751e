import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import proxyAddress from '@fastify/proxy-addr'

/**
 * Reads who connects, as Fastify does for requests: upgrades do not pass through it.
 * @param trusted  address of the reverse proxy whose X-Forwarded-For is believed; null trusts only the socket
 * @returns what `networkOf` makes of it
 */
export function clientAddressReader(trusted: string | null): (request: IncomingMessage) => string {
  const trust = proxyAddress.compile(trusted === null ? [] : trusted.split(',').map((part) => part.trim()))
  return (request) => networkOf(proxyAddress(request, trust) ?? '')
}

/** Whom a limit counts: an IPv4 address, or the /64 network that one IPv6 customer has. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  if (!isIPv6(address)) return address
  // URL writes IPv6 addresses in one form, compressed; "::" stands for as many groups as are missing.
  const [head = '', tail] = (URL.parse(`http://[${address.split('%')[0]}]`)?.hostname ?? '').slice(1, -1).split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
  return `${groups.slice(0, 4).join(':')}::/64`
}
