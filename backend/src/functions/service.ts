import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { anonymousCaller, bearerOf, type Caller, callerFromBearer } from '../http/caller.ts'
import { type Keyring, TokenError } from '../jwt/keyring.ts'
import type { ServiceDependencies } from '../service-dependencies.ts'
import { FunctionError } from './errors.ts'
import type { FunctionDefinition, FunctionHandlers } from './function.ts'
import { sendResponse } from './send-response.ts'
import { type IncomingCall, toWebRequest } from './web-request.ts'

export type { FunctionContext, FunctionDefinition, FunctionHandler, FunctionHandlers } from './function.ts'

const TIMEOUT_MS = 150_000
const BODY_LIMIT = 10 * 1024 * 1024
const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

type FunctionsOptions = ServiceDependencies & { readonly functions: FunctionHandlers }
type NamedRequest = FastifyRequest<{ Params: { name: string; '*'?: string } }>

/** Mounts functions at /functions/v1/<name> and everything below it. */
export const functionsService: FastifyPluginAsync<FunctionsOptions> = async (app, { functions, config, keyring }) => {
  app.setErrorHandler(renderError)
  app.setNotFoundHandler((request, reply) => renderError(new FunctionError('not_found'), request, reply))
  // A function reads its own body, whatever type it claims to have.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))

  async function call(request: NamedRequest, reply: FastifyReply): Promise<FastifyReply> {
    const definition = findFunction(functions, request.params.name)
    if (!METHODS.has(request.method)) throw new FunctionError('method_not_allowed')
    const caller = await authenticate(keyring, request, definition.verifyJwt ?? true)
    const controller = abortWhenDisconnected(reply)
    const incoming = toWebRequest(request, config.publicUrl, definition.bodyLimit ?? BODY_LIMIT, controller.signal)
    const path = request.params['*'] === undefined ? '' : `/${request.params['*']}`
    const answer = async () => definition.handler(incoming.request, { caller, path, config })
    return sendResponse(
      request,
      reply,
      await answerInTime(answer, definition.timeoutMs ?? TIMEOUT_MS, incoming, controller),
    )
  }

  app.all('/:name', call)
  app.all('/:name/*', call)
}

function findFunction(functions: FunctionHandlers, name: string): FunctionDefinition {
  const found = Object.hasOwn(functions, name) ? functions[name] : undefined
  if (!found) throw new FunctionError('not_found')
  return typeof found === 'function' ? { handler: found } : found
}

/** The session's token counts before the key. A function that lets everybody in still learns who calls, if anyone says. */
async function authenticate(keyring: Keyring, request: FastifyRequest, isRequired: boolean): Promise<Caller> {
  const { apikey } = request.headers
  const bearer = bearerOf(request.headers) ?? (typeof apikey === 'string' ? apikey : null)
  if (!bearer) {
    if (isRequired) throw new FunctionError('no_authorization')
    return anonymousCaller()
  }
  try {
    return await callerFromBearer(keyring, bearer)
  } catch (error) {
    if (!(error instanceof TokenError)) throw error
    if (isRequired) throw new FunctionError('unauthorized', { cause: error })
    return anonymousCaller()
  }
}

/** Aborts when the client goes away before it has its answer, so that a function can stop working for nobody. */
function abortWhenDisconnected(reply: FastifyReply): AbortController {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller
}

async function answerInTime(
  answer: () => Promise<Response>,
  timeoutMs: number,
  incoming: IncomingCall,
  controller: AbortController,
): Promise<Response> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(new FunctionError('timeout'))
    controller.abort() // nobody waits any more
  }, timeoutMs)
  try {
    return await Promise.race([answer(), late])
  } catch (error) {
    if (error instanceof FunctionError) throw error
    if (incoming.isTooLarge()) throw new FunctionError('body_too_large', { cause: error })
    if (incoming.request.signal.aborted) throw new FunctionError('aborted', { cause: error })
    throw new FunctionError('exception', { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

function renderError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = error instanceof FunctionError ? error : new FunctionError('exception', { cause: error })
  if (known.kind === 'exception') request.log.error({ err: known.cause }, 'function failed')
  return reply.status(known.status).headers(known.headers).send(known.body)
}
