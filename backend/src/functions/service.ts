import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Sql } from '../database/database.ts'
import { networkOf } from '../http/client-address.ts'
import { allowCrossOrigin } from '../http/cors.ts'
import { onBehalfKeyOf } from '../http/on-behalf.ts'
import type { Keyring } from '../jwt/keyring.ts'
import type { RateLimited, ServiceDependencies } from '../service-dependencies.ts'
import { createAdmission } from './admit.ts'
import { answer, type NamedRequest } from './answer.ts'
import { type Deployments, deployRoute } from './deploy.ts'
import { FunctionError, toFunctionError } from './errors.ts'
import type { Functions } from './function.ts'
import type { BackendAddress } from './messages.ts'
import { FunctionPool } from './pool/pool.ts'
import { sendResponse } from './send-response.ts'
import { planFunctions } from './settings.ts'
import { acceptSockets } from './upgrade.ts'

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
/** Shorter than the server's own shutdown. */
const DRAIN_MS = 8000

type FunctionsOptions = ServiceDependencies & RateLimited & FunctionSource

/** The functions to serve. */
export interface FunctionSource {
  readonly functions: Functions
  /** Calls `serve` with all functions whenever there are others, or their files are. */
  readonly followFunctions?:
    | ((serve: (functions: Functions) => void, context: FollowContext) => Promise<FollowedFunctions>)
    | undefined
}

interface FollowContext {
  readonly sql: Sql
  readonly log: Logger
}

interface FollowedFunctions {
  /** Changed with the secret key, where FUNCTIONS_DEPLOY allows it. */
  readonly deployments: Deployments
  stop(): Promise<void>
}

/** Mounts functions at /functions/v1/<name> and everything below it. */
export const functionsService: FastifyPluginAsync<FunctionsOptions> = async (
  app,
  { functions, followFunctions, config, database, keyring, log, rateLimits },
) => {
  let plans = planFunctions(functions)
  const admit = createAdmission(keyring, rateLimits)
  const pool = new FunctionPool(
    () => backendAddress(app, config.publicUrl, keyring),
    join(config.dataDir, 'cache/functions'),
    log,
  )
  const serve = (changed: Functions) => {
    plans = planFunctions(changed)
    pool.renew()
  }
  const followed = await followFunctions?.(serve, { sql: database.session, log })
  // Functions in Deno answer preflights as their authors wrote them.
  const isInDeno = (request: FastifyRequest) => plans.get((request as NamedRequest).params.name)?.deno !== undefined
  await allowCrossOrigin(app, config.corsOrigins, isInDeno)
  app.setErrorHandler((error: Error, request, reply) => {
    if (isInDeno(request) && !config.corsOrigins) reply.header('access-control-allow-origin', '*')
    return renderError(error, request, reply)
  })
  app.setNotFoundHandler((request, reply) => renderError(new FunctionError('not_found'), request, reply))
  // Functions read their own body, whatever its content type.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  let closed: Promise<unknown> | null = null
  app.addHook('preClose', async () => {
    sockets.close()
    closed = Promise.all([followed?.stop(), pool.close(DRAIN_MS)]) // not awaited here: calls finish while the server stops listening
  })
  app.addHook('onClose', async () => closed)

  async function call(request: NamedRequest, reply: FastifyReply): Promise<FastifyReply> {
    const plan = plans.get(request.params.name)
    if (!plan) throw new FunctionError('not_found')
    if (!plan.deno && !METHODS.has(request.method)) throw new FunctionError('method_not_allowed')
    const { caller, leave } = await admit(plan, request, networkOf(request.ip))
    try {
      const { response, release } = await answer(pool, plan, caller, request, reply)
      return sendResponse(request, reply, response, plan, () => {
        release()
        leave()
      })
    } catch (error) {
      leave()
      throw error
    }
  }

  const sockets = acceptSockets(app.server, { admit, pool, planOf: (name) => plans.get(name) })
  if (followed && config.deploysFunctions)
    await app.register(deployRoute, { keyring, log, deployments: followed.deployments })
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

function renderError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toFunctionError(error)
  // A function's errors are in its own log; these are unexpected errors of the gateway.
  if (known.cause && known.status >= 500) request.log.error({ err: known.cause }, known.message)
  return reply.status(known.status).headers(known.headers).send(known.body)
}
