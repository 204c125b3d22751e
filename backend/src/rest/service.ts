import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Front } from '../http/front.ts'
import type { ServiceDependencies } from '../service-dependencies.ts'
import { DataApi, type DataApiOptions } from './data-api.ts'
import { RestError } from './errors.ts'
import { ReadFront } from './read-front.ts'
import type { HttpAnswer } from './response/respond.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'] as const
const NO_BODY = Buffer.alloc(0)

/** Read from routes by `@fastify/cors`, but missing from its types. */
declare module 'fastify' {
  interface FastifyContextConfig {
    cors?: { preflightContinue: boolean }
  }
}

/** The data API, compatible with PostgREST: /rest/v1/<relation> and /rest/v1/rpc/<function>. */
export const restService: FastifyPluginAsync<ServiceDependencies & DataApiOptions & { front?: Front }> = async (
  app,
  dependencies,
) => {
  const api = new DataApi(dependencies, app.prefix)
  const readFront = new ReadFront(api, app.prefix)
  dependencies.front?.add(readFront.answers)
  app.addHook('onReady', () => api.start())
  app.addHook('onClose', () => api.stop())

  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (isPreflight(request)) return reply.code(204).header('Content-Length', '0').send()
    const { method, headers, raw } = request
    if (method === 'GET') readFront.learn(reply)
    const body = request.body instanceof Buffer ? request.body : NO_BODY
    return send(reply, await api.answer({ method, url: raw.url ?? '', headers, body, socket: raw.socket }))
  }

  // PostgreSQL gets bodies as the bytes received.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setErrorHandler((error, _request, reply) => send(reply, api.refuse(refusalOf(error))))
  // OPTIONS without preflight headers asks for a resource's methods, so it must reach us.
  const cors = { preflightContinue: true }
  const route = {
    method: [...METHODS],
    bodyLimit: dependencies.config.rest.limits.bodyBytes,
    config: { cors },
    handler: handle,
  }
  app.route({ ...route, url: '/' })
  app.route({ ...route, url: '/*' })
  // The routes match every path, so only methods of other protocols (PROPFIND, TRACE) end up here.
  app.setNotFoundHandler(({ method }, reply) =>
    send(reply, api.refuse(new RestError('PGRST117', `Unsupported HTTP method: ${method}`))),
  )
}

function send(reply: FastifyReply, { status, statusText, headers, body }: HttpAnswer): FastifyReply {
  if (statusText) reply.raw.statusMessage = statusText
  return reply
    .code(status)
    .headers(headers)
    .send(body ?? undefined)
}

/** A CORS preflight request: without credentials, and the CORS headers are already set. */
function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}

/** Errors of Fastify itself before our handler: mostly a body that is too large. */
function refusalOf(error: unknown): unknown {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  if (typeof status !== 'number' || status >= 500) return error
  return new RestError('PGRST102', (error as Error).message, { status, cause: error })
}
