import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Front } from '../http/front.ts'
import type { ServiceDependencies } from '../service-dependencies.ts'
import { DataApi } from './data-api.ts'
import { type ExplainRefusal, RestError } from './errors.ts'
import { ReadFront } from './read-front.ts'
import type { HttpAnswer } from './response/respond.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'] as const
const NO_BODY = Buffer.alloc(0)

/** What `@fastify/cors` reads from a route; its types do not say so. */
declare module 'fastify' {
  interface FastifyContextConfig {
    cors?: { preflightContinue: boolean }
  }
}

/** The data API: /rest/v1/<relation> and /rest/v1/rpc/<function>, speaking PostgREST's protocol. */
export const restService: FastifyPluginAsync<
  ServiceDependencies & { front?: Front; explainRefusal?: ExplainRefusal | undefined }
> = async (app, dependencies) => {
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

  // Bodies reach PostgreSQL as the bytes that came in.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setErrorHandler((error, _request, reply) => send(reply, api.refuse(refusalOf(error))))
  // OPTIONS without a preflight's headers asks which methods a resource has, so it must come through to us.
  const cors = { preflightContinue: true }
  const route = {
    method: [...METHODS],
    bodyLimit: dependencies.config.rest.limits.bodyBytes,
    config: { cors },
    handler: handle,
  }
  app.route({ ...route, url: '/' })
  app.route({ ...route, url: '/*' })
  // The routes take every path, so what is not found is a method of another protocol (PROPFIND, TRACE).
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

/** A browser's question before the real request: without credentials, and with the CORS headers set by now. */
function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}

/** What Fastify itself refuses before our handler: mostly a body that is too large. */
function refusalOf(error: unknown): unknown {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  if (typeof status !== 'number' || status >= 500) return error
  return new RestError('PGRST102', (error as Error).message, { status, cause: error })
}
