import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../http/caller.ts'
import { FunctionError } from './errors.ts'
import type { FunctionPlan } from './settings.ts'

/** Callers that are remembered for each function; the ones seen longest ago are forgotten first. */
const MOST_CALLERS = 10_000
const MINUTE_MS = 60_000

/** Counts a call. @throws {FunctionError} too_many_calls */
export type CountCall = (plan: FunctionPlan, request: FastifyRequest, caller: Caller) => Promise<void>

/**
 * How often a user may call a function, and an address without a user. The service's key is not counted. Each process of the
 * server counts for itself.
 */
export async function limitCalls(app: FastifyInstance, plans: Iterable<FunctionPlan>): Promise<CountCall> {
  await app.register(rateLimit, { global: false, timeWindow: MINUTE_MS, cache: MOST_CALLERS })
  const users = new WeakMap<FastifyRequest, string>()
  const keyGenerator = (request: FastifyRequest) => users.get(request) ?? ''
  const limits = new Map(
    [...plans]
      .filter(({ callsPerMinute }) => Number.isFinite(callsPerMinute))
      .map((plan) => {
        const max = plan.callsPerMinute
        return [plan, { ofUser: app.createRateLimit({ max, keyGenerator }), ofAddress: app.createRateLimit({ max }) }]
      }),
  )
  return async (plan, request, { role, userId }) => {
    const limit = limits.get(plan)
    if (!limit || role === 'service_role') return
    if (userId !== null) users.set(request, userId)
    const state = await (userId === null ? limit.ofAddress : limit.ofUser)(request)
    if (!state.isAllowed && state.isExceeded)
      throw new FunctionError('too_many_calls', { retryAfterSeconds: state.ttlInSeconds })
  }
}
