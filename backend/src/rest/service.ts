import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { ServiceDependencies } from '../service-dependencies.ts'
import { authenticate } from './authenticate.ts'
import type { Reader } from './cache/answer-cache.ts'
import { isKnown } from './cache/cached-answer.ts'
import { Reads } from './cache/reads.ts'
import { Compiler, negotiated } from './compile.ts'
import { ContextSteps } from './context-steps.ts'
import { Departures } from './departures.ts'
import { RestError } from './errors.ts'
import { execute } from './execute.ts'
import { ApiDescription } from './openapi/api-description.ts'
import { allowedMethods } from './options.ts'
import { readRequest, targetOf } from './request/api-request.ts'
import { type HttpAnswer, respond } from './response/respond.ts'
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
  const reads = new Reads(config, database, keyring.apiKeys.anonKey, log)
  const { pool } = reads
  const schemaCache = new SchemaCacheHolder({
    connection,
    schemas: rest.schemas,
    searchPath: rest.extraSearchPath,
    log,
  })
  const compiler = new Compiler(rest)
  const contexts = new ContextSteps(rest.extraSearchPath)
  const departures = new Departures()
  const description = new ApiDescription(pool, contexts, rest, new URL(`${config.publicUrl}${app.prefix}`))

  app.addHook('onReady', async () => {
    reads.start()
    await schemaCache.start()
  })
  app.addHook('onClose', async () => {
    await Promise.all([reads.stop(), schemaCache.close()])
  })

  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (isPreflight(request)) return reply.code(204).header('Content-Length', '0').send()
    const { method, headers } = request
    let role: string | null = null
    try {
      // Before anything else: a bad token is refused even where there is nothing.
      const caller = await authenticate(keyring, headers, rest.jwtAudience)
      role = caller.role
      const { path, rawQuery } = splitUrl(request.raw.url ?? '', app.prefix)
      const target = targetOf(path)
      const cache = schemaCache.current
      if (method === 'OPTIONS')
        return reply.header('Allow', allowedMethods(target, headers, rest.schemas, cache)).send()
      if (target.kind === 'root' && (method === 'GET' || method === 'HEAD')) {
        return sendAnswer(reply, await description.answer({ caller, method, headers }, cache), headers)
      }
      const asked = reads.ask({ method, url: request.raw.url ?? '', headers }, caller, cache.version)
      const kept = reads.kept(asked)
      if (kept) return sendAnswer(reply, { status: 200, ...kept }, headers)
      const body = request.body instanceof Buffer ? request.body : NO_BODY
      const given = readRequest({ method, target, rawQuery, headers, body }, rest)
      const compiled = compiler.compile(given, cache, role)
      const apiRequest = negotiated(given, compiled.accepted)
      const context = contexts.step(caller, apiRequest, compiled, cache, headers, path)
      const run = async (reader: Reader) => {
        const on = (where: Reader) => execute(where, context, compiled, apiRequest, rest)
        // What is asked for the cache may have more than one client waiting, so none of them ends it by leaving.
        const answer =
          asked.key === null && reader === pool
            ? await departures.during(request.raw.socket, pool, on)
            : await on(reader)
        const mayKeep = answer.headersSetting === null && answer.statusSetting === null
        return { answer: respond(answer, compiled, apiRequest, rawQuery), mayKeep }
      }
      return sendAnswer(reply, await reads.answer(asked, { request: apiRequest, compiled, cache }, run), headers)
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
  const route = { method: [...METHODS], bodyLimit: rest.limits.bodyBytes, config: { cors }, handler: handle }
  app.route({ ...route, url: '/' })
  app.route({ ...route, url: '/*' })
  // The routes take every path, so what is not found is a method of another protocol (PROPFIND, TRACE).
  app.setNotFoundHandler(({ method }, reply) =>
    sendError(reply, new RestError('PGRST117', `Unsupported HTTP method: ${method}`), null, log),
  )
}

/** @returns 304 where the client has the answer already */
function sendAnswer(reply: FastifyReply, answer: HttpAnswer, asked: FastifyRequest['headers']): FastifyReply {
  reply.headers(answer.headers).header('Vary', VARY)
  const safe = reply.request.method === 'GET' || reply.request.method === 'HEAD'
  if (safe && answer.status === 200 && isKnown(answer.headers, asked))
    return reply.code(304).removeHeader('Content-Type').send()
  return reply.code(answer.status).send(answer.body ?? undefined)
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
