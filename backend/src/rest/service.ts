import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { StatementError } from '../database/pipeline/errors.ts'
import { PipelinePool } from '../database/pipeline/pool.ts'
import { anonymousCaller, bearerOf, type Caller, callerFromApiKey, callerFromBearer } from '../http/caller.ts'
import type { ServiceDependencies } from '../service-dependencies.ts'
import { Compiler } from './compile.ts'
import { ContextSteps } from './context-steps.ts'
import { headerText, RestError, toRestError } from './errors.ts'
import { execute } from './execute.ts'
import { LIMITS } from './limits.ts'
import { allowedMethods } from './options.ts'
import { readRequest, targetOf } from './request/api-request.ts'
import { respond } from './response/respond.ts'
import { SchemaCacheHolder } from './schema-cache/holder.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'] as const
const NO_BODY = Buffer.alloc(0)

/** The data API: /rest/v1/<relation> and /rest/v1/rpc/<function>, speaking PostgREST's protocol. */
export const restService: FastifyPluginAsync<ServiceDependencies> = async (app, { config, database, keyring, log }) => {
  const { rest } = config
  const pool = new PipelinePool({ connection: database.authenticator })
  const schemaCache = new SchemaCacheHolder({
    connection: database.authenticator,
    schemas: rest.schemas,
    searchPath: rest.extraSearchPath,
    log,
  })
  const compiler = new Compiler(rest)
  const contexts = new ContextSteps(rest.extraSearchPath)

  app.addHook('onReady', () => schemaCache.start())
  app.addHook('onClose', async () => {
    await Promise.all([pool.close(), schemaCache.close()])
  })
  // Bodies reach PostgreSQL as the bytes that came in.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  const callerOf = async (headers: IncomingHttpHeaders): Promise<Caller> => {
    // HTTP strips the space after a scheme without a token.
    const bearer = /^bearer$/i.test(headers.authorization ?? '') ? '' : bearerOf(headers)
    if (bearer !== null) {
      const byKey = callerFromApiKey(keyring, bearer)
      if (byKey) return byKey
      requireThreeParts(bearer)
      return callerFromBearer(keyring, bearer)
    }
    const apiKey = headers.apikey
    return (typeof apiKey === 'string' ? callerFromApiKey(keyring, apiKey) : null) ?? anonymousCaller()
  }

  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    let role: string | null = null
    try {
      // Before anything else: a bad token is refused even where there is nothing.
      const caller = await callerOf(request.headers)
      role = caller.role
      const { path, rawQuery } = splitUrl(request.raw.url ?? '', app.prefix)
      const target = targetOf(path)
      const cache = schemaCache.current
      if (request.method === 'OPTIONS') {
        return reply.header('Allow', allowedMethods(target, request.headers, rest.schemas, cache)).send()
      }
      const body = request.body instanceof Buffer ? request.body : NO_BODY
      const http = { method: request.method, target, rawQuery, headers: request.headers, body }
      const apiRequest = readRequest(http, rest.schemas)
      const compiled = compiler.compile(apiRequest, cache, role)
      const context = contexts.step(caller, apiRequest, compiled, cache, request.headers, path)
      const answer = respond(await execute(pool, context, compiled, apiRequest, rest), compiled, apiRequest, rawQuery)
      return reply
        .code(answer.status)
        .headers(answer.headers)
        .header('Vary', VARY)
        .send(answer.body ?? undefined)
    } catch (error) {
      return sendError(reply, error, role)
    }
  }

  const sendError = (reply: FastifyReply, cause: unknown, role: string | null): FastifyReply => {
    const error = toRestError(cause, role)
    if (error.status >= 500) logFailure(log, error)
    reply
      .code(error.status)
      .headers({ 'Proxy-Status': `PostgREST; error=${error.code.replace(/[^\w]/g, '')}`, ...error.headers })
      .header('Content-Type', 'application/json; charset=utf-8')
    // `raise sqlstate 'PT402'` chooses the reason phrase with its message.
    if (/^PT\d{3}$/.test(error.code)) reply.raw.statusMessage = headerText(error.message)
    return reply.send(JSON.stringify(error.body))
  }

  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    // What Fastify itself refuses before our handler: mostly a body that is too large.
    const status = error.statusCode
    const refusal =
      status !== undefined && status < 500 ? new RestError('PGRST102', error.message, { status, cause: error }) : error
    return sendError(reply, refusal, null)
  })
  const route = { method: [...METHODS], bodyLimit: LIMITS.bodyBytes, handler: handle }
  app.route({ ...route, url: '/' })
  app.route({ ...route, url: '/*' })
}

/** A SQLSTATE is the database's or the application's word, not a fault of ours: no stack trace for those. */
function logFailure(log: Logger, error: RestError): void {
  if (error.cause instanceof StatementError) log.warn(error.body, 'A data API statement failed')
  else log.error({ err: error.cause ?? error }, 'A data API request failed')
}

/** @throws {RestError} PGRST301, in the protocol's words */
function requireThreeParts(token: string): void {
  const parts = token.split('.').length
  if (parts === 3) return
  const message = token === '' ? 'Empty JWT is sent in Authorization header' : `Expected 3 parts in JWT; got ${parts}`
  throw new RestError('PGRST301', message, {
    headers: { 'WWW-Authenticate': `Bearer error="invalid_token", error_description="${message}"` },
  })
}

const VARY = 'Accept, Prefer, Range'

/** The path below the prefix and the query, both raw. */
function splitUrl(url: string, prefix: string): { path: string; rawQuery: string } {
  const question = url.indexOf('?')
  const path = question < 0 ? url : url.slice(0, question)
  return { path: path.slice(prefix.length), rawQuery: question < 0 ? '' : url.slice(question + 1) }
}
