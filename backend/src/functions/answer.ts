import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../http/caller.ts'
import { FunctionError } from './errors.ts'
import { type FunctionCall, forward, headersFor, NotTakenUp } from './forward.ts'
import { CALL_HEADER } from './messages.ts'
import type { FunctionPool } from './pool/pool.ts'
import { type RequestBody, readBody } from './request-body.ts'
import type { FunctionPlan } from './settings.ts'

/** For a free place in a process, including the process's start. */
export const PLACE_LIMIT_MS = 40_000
/** Longer for Deno, which may have to fetch imports. */
const DENO_PLACE_LIMIT_MS = 120_000
/** How often a call is sent when processes end before the function sees it. */
const MOST_TRIES = 3

export type NamedRequest = FastifyRequest<{ Params: { name: string; '*'?: string } }>

/** Waits for the head of the answer, the client's disconnect, or the timeout. */
export async function answer(
  pool: FunctionPool,
  plan: FunctionPlan,
  caller: Caller,
  request: NamedRequest,
  reply: FastifyReply,
): Promise<{ response: IncomingMessage; release: () => void }> {
  const controller = new AbortController()
  const { signal } = controller
  const giveUp = (error: FunctionError) => controller.abort(error)
  // Notifies the function when its client disconnects before the answer, so that it can stop.
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) giveUp(new FunctionError('aborted'))
  })
  if (reply.raw.destroyed) giveUp(new FunctionError('aborted'))

  const body = await within(plan.timeoutMs, readBody(request, plan.bodyLimitBytes, signal, giveUp), () => {
    giveUp(new FunctionError('body_too_slow'))
  })
  const call = callOf(plan, caller, request, body)
  for (let tries = 1; ; tries += 1) {
    const lease = await within(plan.deno ? DENO_PLACE_LIMIT_MS : PLACE_LIMIT_MS, pool.acquire(plan, signal), () =>
      giveUp(new FunctionError('overloaded')),
    )
    try {
      const response = await within(plan.timeoutMs, forward(lease.process, call, signal), () => {
        if (isBodyIncomplete(request)) return giveUp(new FunctionError('body_too_slow'))
        lease.process.retire() // it may never finish
        giveUp(new FunctionError('timeout'))
      })
      return { response, release: lease.release }
    } catch (error) {
      lease.release()
      if (!(error instanceof NotTakenUp)) throw error
      if (tries === MOST_TRIES) throw new FunctionError('crashed', { cause: error })
    }
  }
}

function callOf(plan: FunctionPlan, caller: Caller, request: NamedRequest, body: RequestBody): FunctionCall {
  const { role, userId, claims, token } = caller
  const id = randomUUID()
  const path = request.params['*'] === undefined ? '' : `/${request.params['*']}`
  const facts = { id, caller: { role, userId, claims, token }, clientAddress: request.ip, path }
  const { method, url, headers } = request
  if (!plan.deno) return { id, method, target: url, headers: headersFor(headers, facts, body), body }
  const { hostname, protocol } = request
  // As behind upstream's gateway, the host is without the port.
  const port = request.port ?? (protocol === 'https' ? 443 : 80)
  const outside = { 'x-forwarded-host': hostname, 'x-forwarded-port': String(port), 'x-forwarded-proto': protocol }
  return {
    id,
    method,
    target: pathInDeno(url),
    headers: { ...headersFor(headers, facts, body), ...outside, [CALL_HEADER]: id },
    body,
  }
}

/** A function in Deno sees `/name/…`, as routers of Supabase's functions are written. */
export const pathInDeno = (url: string) => url.slice('/functions/v1'.length)

/** Calls `giveUp` when `work` takes longer; `work` then ends by its own signal. */
async function within<T>(milliseconds: number, work: Promise<T>, giveUp: () => void): Promise<T> {
  const timer = setTimeout(giveUp, milliseconds)
  try {
    return await work
  } finally {
    clearTimeout(timer)
  }
}

/** True when the body is incomplete because of the client. */
function isBodyIncomplete({ method, raw }: FastifyRequest): boolean {
  return method !== 'GET' && !raw.complete && !raw.isPaused()
}
