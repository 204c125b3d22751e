import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuthRateName, AuthRates } from '../../config/rate-limits.ts'
import { networkOf } from '../../http/client-address.ts'
import { isPublicAddress } from '../../http/public-network.ts'
import type { Rate } from '../../rate-limits/rate.ts'
import { ask, type RateLimitStore } from '../../rate-limits/store.ts'
import { AuthError } from '../errors.ts'

/** The rate limits per address. */
type Limit = Exclude<AuthRateName, 'emails' | 'sms'>
export type RateLimited = (limit: Limit) => (request: FastifyRequest, reply: FastifyReply) => Promise<void>
/** Counts against the limit of a request's public network address, and of a mailbox if one is given. */
export type RareActionLimited = (
  limit: 'accounts' | 'resets',
  request: FastifyRequest,
  mailbox?: string,
) => Promise<void>

/** Creates `onRequest` hooks that answer 429 with Retry-After when an address has exceeded a limit. */
export function createRateLimits({ rates }: { readonly rates: AuthRates | null }, store: RateLimitStore): RateLimited {
  return (limit) => async (request) => {
    if (rates === null) return
    await take(store, `${limit}:${networkOf(request.ip)}`, rates[limit])
  }
}

/** Limits so low that private addresses are exempt: they belong to a proxy or an office, never to one person. */
export function createRareActionLimits(
  { rates }: { readonly rates: AuthRates | null },
  store: RateLimitStore,
): RareActionLimited {
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
