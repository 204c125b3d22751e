import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { PipelinePool } from '../database/pipeline/pool.ts'
import type { ServiceDependencies } from '../service-dependencies.ts'
import { authenticate } from './authenticate.ts'
import { Compiler } from './compile.ts'
import { ContextSteps } from './context-steps.ts'
import { RestError } from './errors.ts'
import { execute } from './execute.ts'
import { LIMITS } from './limits.ts'
import { ApiDescription } from './openapi/api-description.ts'
import { allowedMethods } from './options.ts'
import { readRequest, targetOf } from './request/api-request.ts'
import { respond } from './response/respond.ts'
import { sendError } from './response/send-error.ts'
import { SchemaCacheHolder } from './schema-cache/holder.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'] as const
const VARY = 'Accept, Prefer, Range'
const NO_BODY = Buffer.alloc(0)

/** What `@fastify/cors` reads from a route; its types do not say so. */
declare module 'fastify' {
  interface FastifyContextConfig {
    cors?: { preflightContinue: boolean }
  }
}

/** The data API: /rest/v1/<relation> and /rest/v1/rpc/<function>, speaking PostgREST's protocol. */
export const restService: FastifyPluginAsync<ServiceDependencies> = async (app, { config, database, keyring, log }) => {
  const { rest } = config
  const connection = database.authenticator
  const pool = new PipelinePool({ connection })
  const schemaCache = new SchemaCacheHolder({
    connection,
    schemas: rest.schemas,
    searchPath: rest.extraSearchPath,
    log,
  })
  const compiler = new Compiler(rest)
  const contexts = new ContextSteps(rest.extraSearchPath)
  const description = new ApiDescription(pool, contexts, rest, new URL(`${config.publicUrl}${app.prefix}`))

  app.addHook('onReady', () => schemaCache.start())
  app.addHook('onClose', async () => {
    await Promise.all([pool.close(), schemaCache.close()])
  })

  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (isPreflight(request)) return reply.code(204).header('Content-Length', '0').send()
    const { method, headers } = request
    let role: string | null = null
    try {
      // Before anything else: a bad token is refused even where there is nothing.
      const caller = await authenticate(keyring, headers)
      role = caller.role
      const { path, rawQuery } = splitUrl(request.raw.url ?? '', app.prefix)
      const target = targetOf(path)
      const cache = schemaCache.current
      if (method === 'OPTIONS')
        return reply.header('Allow', allowedMethods(target, headers, rest.schemas, cache)).send()
      if (target.kind === 'root' && (method === 'GET' || method === 'HEAD')) {
        const answer = await description.answer({ caller, method, headers }, cache)
        return reply.code(answer.status).headers(answer.headers).header('Vary', VARY).send(answer.body ?? undefined)
      }
      const body = request.body instanceof Buffer ? request.body : NO_BODY
      const apiRequest = readRequest({ method, target, rawQuery, headers, body }, rest.schemas, rest.explain)
      const compiled = compiler.compile(apiRequest, cache, role)
      const context = contexts.step(caller, apiRequest, compiled, cache, headers, path)
      const answer = respond(await execute(pool, context, compiled, apiRequest, rest), compiled, apiRequest, rawQuery)
      return reply
        .code(answer.status)
        .headers(answer.headers)
        .header('Vary', VARY)
        .send(answer.body ?? undefined)
    } catch (error) {
      return sendError(reply, error, role, log)
    }
  }

  // Bodies reach PostgreSQL as the bytes that came in.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setErrorHandler((error, _request, reply) => sendError(reply, refusalOf(error), null, log))
  // OPTIONS without a preflight's headers asks which methods a resource has, so it must come through to us.
  const cors = { preflightContinue: true }
  const route = { method: [...METHODS], bodyLimit: LIMITS.bodyBytes, config: { cors }, handler: handle }
  app.route({ ...route, url: '/' })
  app.route({ ...route, url: '/*' })
}

/** A browser's question before the real request: without credentials, and with the CORS headers set by now. */
function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}

/** The path below the prefix and the query, both raw. */
function splitUrl(url: string, prefix: string): { path: string; rawQuery: string } {
  const question = url.indexOf('?')
  const path = question < 0 ? url : url.slice(0, question)
  return { path: path.slice(prefix.length), rawQuery: question < 0 ? '' : url.slice(question + 1) }
}

/** What Fastify itself refuses before our handler: mostly a body that is too large. */
function refusalOf(error: unknown): unknown {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  if (typeof status !== 'number' || status >= 500) return error
  return new RestError('PGRST102', (error as Error).message, { status, cause: error })
}
