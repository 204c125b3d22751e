import type { FastifyRequest } from 'fastify'
import type { Caller } from '../http/caller.ts'
import { networkOf } from '../http/client-address.ts'
import { rate } from '../rate-limits/rate.ts'
import type { RateLimitStore } from '../rate-limits/store.ts'
import { FunctionError } from './errors.ts'
import type { FunctionPlan } from './settings.ts'

/** Counts a call. @throws {FunctionError} too_many_calls */
export type CountCall = (plan: FunctionPlan, request: FastifyRequest, caller: Caller) => Promise<void>

/** Limits calls per user, or per address without a user. The service role is not limited. */
export function createCallLimits(store: RateLimitStore): CountCall {
  return async ({ name, callsPerMinute }, request, { role, userId }) => {
    if (!Number.isFinite(callsPerMinute) || role === 'service_role') return
    const wait = await store.take(`function:${name}:${userId ?? networkOf(request.ip)}`, rate(callsPerMinute, 60))
    if (wait > 0) throw new FunctionError('too_many_calls', { retryAfterSeconds: Math.ceil(wait) })
  }
}
