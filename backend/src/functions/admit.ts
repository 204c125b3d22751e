import type { IncomingHttpHeaders } from 'node:http'
import { anonymousCaller, type Caller } from '../http/caller.ts'
import { Shares } from '../http/shares.ts'
import type { Keyring } from '../jwt/keyring.ts'
import type { RateLimitStore } from '../rate-limits/store.ts'
import { PLACE_LIMIT_MS } from './answer.ts'
import { authenticate } from './authenticate.ts'
import { FunctionError } from './errors.ts'
import { createCallLimits } from './rate-limits.ts'
import type { FunctionPlan } from './settings.ts'

/** Concurrent calls of one user, or of one address without a user: fewer than the places of one function. */
const SHARE = { inFlight: 16, waiting: 100, patienceMs: PLACE_LIMIT_MS }

interface Knock {
  readonly method?: string | undefined
  readonly headers: IncomingHttpHeaders
}

/**
 * Lets a call in: who calls, and how much of it.
 * @param network  the client's, which limits count
 * @returns the caller, and what to call once the call is over
 * @throws {FunctionError} or ShareExceeded
 */
export type Admit = (
  plan: FunctionPlan,
  request: Knock,
  network: string,
) => Promise<{ readonly caller: Caller; readonly leave: () => void }>

export function createAdmission(keyring: Keyring, rateLimits: RateLimitStore): Admit {
  const shares = new Shares(SHARE)
  const countCall = createCallLimits(rateLimits)
  return async (plan, { method, headers }, network) => {
    // Browsers send preflights without a token; the function answers them.
    const isPreflight = method === 'OPTIONS' && plan.deno !== undefined
    const caller = isPreflight ? anonymousCaller() : await authenticate(keyring, headers, plan.verifyJwt)
    // A function may have any effect, so read-only tokens are refused.
    if (caller.readOnly && method !== 'GET') throw new FunctionError('read_only')
    await countCall(plan, network, caller)
    return { caller, leave: await shares.enter(caller.role === 'service_role' ? null : (caller.userId ?? network)) }
  }
}
