import type { Caller } from '../http/caller.ts'
import { rate } from '../rate-limits/rate.ts'
import type { RateLimitStore } from '../rate-limits/store.ts'
import { FunctionError } from './errors.ts'
import type { FunctionPlan } from './settings.ts'

/** Counts a call from a network address. @throws {FunctionError} too_many_calls */
export type CountCall = (plan: FunctionPlan, network: string, caller: Caller) => Promise<void>

/** Limits calls per user, or per address without a user. The service role is not limited. */
export function createCallLimits(store: RateLimitStore): CountCall {
  return async ({ name, callsPerMinute }, network, { role, userId }) => {
    if (!Number.isFinite(callsPerMinute) || role === 'service_role') return
    const wait = await store.take(`function:${name}:${userId ?? network}`, rate(callsPerMinute, 60))
    if (wait > 0) throw new FunctionError('too_many_calls', { retryAfterSeconds: Math.ceil(wait) })
  }
}
