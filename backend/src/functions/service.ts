import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { anonymousCaller, bearerOf, type Caller, callerFromBearer } from '../http/caller.ts'
import { networkOf } from '../http/client-address.ts'
import { onBehalfKeyOf } from '../http/on-behalf.ts'
import { ShareExceeded, Shares } from '../http/shares.ts'
import { type Keyring, TokenError } from '../jwt/keyring.ts'
import { TokenOveruse } from '../jwt/personal-tokens.ts'
import type { RateLimited, ServiceDependencies } from '../service-dependencies.ts'
import { FunctionError } from './errors.ts'
import { type FunctionCall, forward, headersFor, NotTakenUp } from './forward.ts'
import type { Functions } from './function.ts'
import type { BackendAddress } from './messages.ts'
import { FunctionPool } from './pool/pool.ts'
import { createCallLimits } from './rate-limits.ts'
import { readBody } from './request-body.ts'
import { sendResponse } from './send-response.ts'
import { type FunctionPlan, planFunctions } from './settings.ts'

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
/** Shorter than the server's own shutdown. */
const DRAIN_MS = 8000
/** For a free place in a process, including the process's start. */
const PLACE_LIMIT_MS = 40_000
/** How often a call is sent when processes end before the function sees it. */
const MOST_TRIES = 3
/** Concurrent calls of one user, or of one address without a user: fewer than the places of one function. */
const SHARE = { inFlight: 16, waiting: 100, patienceMs: PLACE_LIMIT_MS }

type FunctionsOptions = ServiceDependencies & RateLimited & { readonly functions: Functions }
type NamedRequest = FastifyRequest<{ Params: { name: string; '*'?: string } }>

/** Mounts functions at /functions/v1/<name> and everything below it. */
export const functionsService: FastifyPluginAsync<FunctionsOptions> = async (
  app,
  { functions, config, keyring, log, rateLimits },
) => {
  const plans = planFunctions(functions)
  const shares = new Shares(SHARE)
  const countCall = createCallLimits(rateLimits)
  const pool = new FunctionPool(
    () => backendAddress(app, config.publicUrl, keyring),
    join(config.dataDir, 'cache/functions'),
    log,
  )
  app.setErrorHandler(renderError)
  app.setNotFoundHandler((request, reply) => renderError(new FunctionError('not_found'), request, reply))
  // Functions read their own body, whatever its content type.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  let closed: Promise<void> | null = null
  app.addHook('preClose', async () => {
    closed = pool.close(DRAIN_MS) // not awaited here: calls finish while the server stops listening
  })
  app.addHook('onClose', async () => closed)

  async function call(request: NamedRequest, reply: FastifyReply): Promise<FastifyReply> {
    const plan = plans.get(request.params.name)
    if (!plan) throw new FunctionError('not_found')
    if (!METHODS.has(request.method)) throw new FunctionError('method_not_allowed')
    const caller = await authenticate(keyring, request, plan.verifyJwt)
    // A function may have any effect, so read-only tokens are refused.
    if (caller.readOnly && request.method !== 'GET') throw new FunctionError('read_only')
    await countCall(plan, request, caller)
    const leave = await shares.enter(caller.role === 'service_role' ? null : (caller.userId ?? networkOf(request.ip)))
    try {
      const { response, release } = await answer(pool, plan, caller, request, reply)
      return sendResponse(request, reply, response, plan.timeoutMs, () => {
        release()
        leave()
      })
    } catch (error) {
      leave()
      throw error
    }
  }

  app.all('/:name', call)
  app.all('/:name/*', call)
}

function backendAddress(app: FastifyInstance, publicUrl: string, keyring: Keyring): BackendAddress {
  const { address, family, port } = app.server.address() as AddressInfo // listens on TCP, or there would be no calls
  const isAny = address === '0.0.0.0' || address === '::'
  const host = isAny ? '127.0.0.1' : family === 'IPv6' ? `[${address}]` : address
  const { publishableKey, secretKey } = keyring.apiKeys
  const localUrl = `http://${host}:${port}`
  return { publicUrl, localUrl, publishableKey, secretKey, onBehalfKey: onBehalfKeyOf(keyring) }
}

/** The session's token takes precedence over the key. A function open to everyone still gets the caller, if identified. */
async function authenticate(keyring: Keyring, request: FastifyRequest, isRequired: boolean): Promise<Caller> {
  const { apikey } = request.headers
  const bearer = bearerOf(request.headers) ?? (typeof apikey === 'string' ? apikey : null)
  if (!bearer) {
    if (isRequired) throw new FunctionError('no_authorization')
    return anonymousCaller()
  }
  try {
    const caller = await callerFromBearer(keyring, bearer)
    // No scope covers functions: applications are treated as anonymous visitors.
    return caller.claims.client_id === undefined ? caller : anonymousCaller()
  } catch (error) {
    if (error instanceof TokenOveruse) {
      throw new FunctionError('too_many_calls', { retryAfterSeconds: error.retryAfterSeconds })
    }
    if (!(error instanceof TokenError)) throw error
    if (isRequired) throw new FunctionError('unauthorized', { cause: error })
    return anonymousCaller()
  }
}

/** Waits for the head of the answer, the client's disconnect, or the timeout. */
async function answer(
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
  const { role, userId, claims, token } = caller
  const path = request.params['*'] === undefined ? '' : `/${request.params['*']}`
  const facts = { caller: { role, userId, claims, token }, clientAddress: request.ip, path }
  const headers = headersFor(request.headers, facts, body)
  const call: FunctionCall = { method: request.method, target: request.url, headers, body }
  for (let tries = 1; ; tries += 1) {
    const lease = await within(PLACE_LIMIT_MS, pool.acquire(plan, signal), () =>
      giveUp(new FunctionError('overloaded')),
    )
    try {
      const response = await within(plan.timeoutMs, forward(lease.process, call, signal), () => {
        if (isSendingSlowly(request)) return giveUp(new FunctionError('body_too_slow'))
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
function isSendingSlowly({ method, raw }: FastifyRequest): boolean {
  return method !== 'GET' && !raw.complete && !raw.isPaused()
}

function toFunctionError(error: Error): FunctionError {
  if (error instanceof FunctionError) return error
  if (!(error instanceof ShareExceeded)) return new FunctionError('exception', { cause: error })
  return new FunctionError('too_many_calls', { retryAfterSeconds: error.retryAfterSeconds })
}

function renderError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toFunctionError(error)
  // A function's errors are in its own log; these are unexpected errors of the gateway.
  if (known.cause && known.status >= 500) request.log.error({ err: known.cause }, known.message)
  return reply.status(known.status).headers(known.headers).send(known.body)
}
