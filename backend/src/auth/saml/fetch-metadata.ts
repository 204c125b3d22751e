import { lookup } from 'node:dns'
import { request } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { AuthError, invalid } from '../errors.ts'
import { LARGEST_METADATA_BYTES } from './idp-metadata.ts'

const TIMEOUT_MS = 6000

/** Addresses of this machine, of private networks and of clouds' own services (RFC 6890). */
const INTERNAL = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  INTERNAL.addSubnet(net, bits, 'ipv4')
}
/** Only global unicast is public; of it 6to4, Teredo and documentation are not. */
const PUBLIC_V6 = new BlockList()
PUBLIC_V6.addSubnet('2000::', 3, 'ipv6')
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const) {
  INTERNAL.addSubnet(net, bits, 'ipv6')
}

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !INTERNAL.check(address, 'ipv4')
  return isIP(address) === 6 && PUBLIC_V6.check(address, 'ipv6') && !INTERNAL.check(address, 'ipv6')
}

export interface FetchOptions {
  /** What may be connected to. */
  readonly mayReach?: (address: string) => boolean
  /** A certificate authority beyond the known ones. */
  readonly ca?: string
}

/**
 * Reads a document from an address that an administrator named: over https, from public addresses only, without
 * redirects, within limits of time and size. The address that was judged is the one that is connected to.
 * @throws {AuthError} `saml_metadata_fetch_failed`
 */
export async function fetchMetadata(url: string, options: FetchOptions = {}): Promise<string> {
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') throw invalid('metadata_url is not a HTTPS URL')
  const { mayReach = isPublicAddress, ca } = options
  const target = new URL(url)
  const host = target.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !mayReach(host)) throw failed('address is not public')
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  return new Promise((resolve, reject) => {
    const refuse = (cause: Error) => reject(cause instanceof AuthError ? cause : failed('it cannot be reached', cause))
    const call = request(target, { lookup: onlyTo(mayReach), ca, signal, agent: false }, (answer) => {
      if (answer.statusCode !== 200) return void call.destroy(failed(`HTTP status ${answer.statusCode}`))
      const chunks: Buffer[] = []
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > LARGEST_METADATA_BYTES) call.destroy(failed('it is too large'))
        else chunks.push(chunk)
      })
      answer.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
      answer.on('error', refuse)
    })
    call.on('error', refuse)
    call.end()
  })
}

function onlyTo(mayReach: (address: string) => boolean): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '')
      const allowed = addresses.filter(({ address }) => mayReach(address))
      const [first] = allowed
      if (!first || allowed.length < addresses.length) return done(failed('address is not public'), '')
      return options.all ? done(null, allowed) : done(null, first.address, first.family)
    })
  }
}

function failed(why: string, cause?: unknown): AuthError {
  return new AuthError('saml_metadata_fetch_failed', { message: `SAML Metadata could not be fetched: ${why}`, cause })
}
