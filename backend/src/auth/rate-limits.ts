import { isIPv6 } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LimitAllowances, LimitName } from '../config-limits.ts'
import { AuthError } from './errors.ts'
import { ask, type LimitStore } from './limits/store.ts'

/** The limits that an address has. */
export type Limit = Exclude<LimitName, 'emails' | 'sms'>
export type RateLimited = (limit: Limit) => (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Makes `onRequest` hooks that answer 429 with Retry-After when an address has used up its allowance. */
export function createRateLimits(
  auth: { readonly rateLimits: boolean; readonly limits: LimitAllowances },
  store: LimitStore,
): RateLimited {
  return (limit) => async (request) => {
    if (!auth.rateLimits) return
    const wait = await ask(store, 'take', `${limit}:${networkOf(request.ip)}`, auth.limits[limit])
    if (wait > 0) {
      throw new AuthError('over_request_rate_limit', { headers: { 'retry-after': String(Math.ceil(wait)) } })
    }
  }
}

/** Whoever has one IPv6 address has 2^64 of them: all of such a network count as one (RFC 6177). */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  const [head = '', tail] = (ip.split('%')[0] ?? '').toLowerCase().split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const left = groups(head)
  const right = groups(tail ?? '')
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  const network = [...left, ...zeros, ...right].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
