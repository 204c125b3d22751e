import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuthRateName, AuthRates } from '../../config/rate-limits.ts'
import { networkOf } from '../../http/client-address.ts'
import { isPublicAddress } from '../../http/public-network.ts'
import type { Rate } from '../../rate-limits/rate.ts'
import { ask, type RateLimitStore } from '../../rate-limits/store.ts'
import { AuthError } from '../errors.ts'

/** The limits that an address has. */
export type Limit = Exclude<AuthRateName, 'emails' | 'sms'>
export type RateLimited = (limit: Limit) => (request: FastifyRequest, reply: FastifyReply) => Promise<void>
/** Takes one of the allowance of a request's public network address, and of a mailbox where one is named. */
export type RareActLimited = (limit: 'accounts' | 'resets', request: FastifyRequest, mailbox?: string) => Promise<void>

/** Makes `onRequest` hooks that answer 429 with Retry-After when an address has used up its allowance. */
export function createRateLimits({ rates }: { readonly rates: AuthRates | null }, store: RateLimitStore): RateLimited {
  return (limit) => async (request) => {
    if (rates === null) return
    await take(store, `${limit}:${networkOf(request.ip)}`, rates[limit])
  }
}

/** Limits of so few that an address in a private network is left out: it is a proxy or an office, never one person. */
export function createRareActLimits(
  { rates }: { readonly rates: AuthRates | null },
  store: RateLimitStore,
): RareActLimited {
  return async (limit, { ip }, mailbox) => {
    if (rates === null) return
    if (isPublicAddress(ip.replace(/^::ffff:/i, ''))) await take(store, `${limit}:${networkOf(ip)}`, rates[limit])
    if (mailbox !== undefined) await take(store, `${limit}:${mailbox}`, rates[limit])
  }
}

/** @throws {AuthError} over_request_rate_limit with Retry-After */
async function take(store: RateLimitStore, key: string, rate: Rate): Promise<void> {
  const wait = await ask(store, 'take', key, rate)
  if (wait > 0) {
    throw new AuthError('over_request_rate_limit', { headers: { 'retry-after': String(Math.ceil(wait)) } })
  }
}
