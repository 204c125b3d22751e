import type { FastifyReply, FastifyRequest } from 'fastify'
import { AuthError } from './errors.ts'

interface Allowance {
  /** Requests that one address may make at once. */
  readonly burst: number
  /** Requests that it gets back over `seconds`. */
  readonly refill: number
  readonly seconds: number
}

const FIVE_MINUTES = 300

/** Per-address allowances; each name is a bucket of its own. */
const ALLOWANCES = {
  signup: { burst: 30, refill: 30, seconds: FIVE_MINUTES },
  anonymous: { burst: 30, refill: 30, seconds: 3600 },
  otp: { burst: 30, refill: 30, seconds: FIVE_MINUTES },
  magiclink: { burst: 30, refill: 30, seconds: FIVE_MINUTES },
  recover: { burst: 30, refill: 30, seconds: FIVE_MINUTES },
  resend: { burst: 30, refill: 30, seconds: FIVE_MINUTES },
  updateUser: { burst: 30, refill: 30, seconds: FIVE_MINUTES },
  token: { burst: 30, refill: 150, seconds: FIVE_MINUTES },
  sso: { burst: 30, refill: 30, seconds: FIVE_MINUTES },
  samlAcs: { burst: 15, refill: 15, seconds: FIVE_MINUTES },
  web3: { burst: 30, refill: 30, seconds: FIVE_MINUTES },
  verify: { burst: 30, refill: 30, seconds: FIVE_MINUTES },
  authorize: { burst: 60, refill: 60, seconds: FIVE_MINUTES },
  factorChallenge: { burst: 30, refill: 15, seconds: 60 },
  factorVerify: { burst: 30, refill: 15, seconds: 60 },
  passkeyOptions: { burst: 30, refill: 30, seconds: FIVE_MINUTES },
} as const satisfies Record<string, Allowance>

export type Limit = keyof typeof ALLOWANCES
export type RateLimited = (limit: Limit) => (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Addresses remembered per bucket; past it the longest unseen is forgotten, so memory stays bounded. */
const REMEMBERED_ADDRESSES = 50_000

/** Makes `onRequest` hooks that answer 429 with Retry-After when an address has used up its allowance. */
export function createRateLimits(enabled: boolean, now: () => number = Date.now): RateLimited {
  const buckets = new Map<Limit, TokenBuckets>()
  return (limit) => {
    const bucket = buckets.get(limit) ?? createTokenBuckets(ALLOWANCES[limit], now)
    buckets.set(limit, bucket)
    return async (request) => {
      if (!enabled) return
      const waitSeconds = bucket.take(request.ip)
      if (waitSeconds > 0) {
        throw new AuthError('over_request_rate_limit', { headers: { 'retry-after': String(Math.ceil(waitSeconds)) } })
      }
    }
  }
}

interface TokenBuckets {
  /** Takes one token; returns 0, or the seconds until there is one. */
  take(key: string): number
}

function createTokenBuckets({ burst, refill, seconds }: Allowance, now: () => number): TokenBuckets {
  const levels = new Map<string, { tokens: number; at: number }>()
  const perMillisecond = refill / seconds / 1000
  return {
    take(key) {
      const at = now()
      const last = levels.get(key)
      const tokens = last ? Math.min(burst, last.tokens + (at - last.at) * perMillisecond) : burst
      levels.delete(key) // set again below: a Map keeps insertion order, so the first key is the longest unseen
      levels.set(key, { tokens: tokens >= 1 ? tokens - 1 : tokens, at })
      if (levels.size > REMEMBERED_ADDRESSES) levels.delete(levels.keys().next().value as string)
      return tokens >= 1 ? 0 : (1 - tokens) / perMillisecond / 1000
    },
  }
}
