import { randomUUID } from 'node:crypto'
import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { StorageContext, StorageOptions } from '../context.ts'
import { isOurFault, toStorageError } from '../error-renderer.ts'
import { readBody } from './body/read-body.ts'
import { viewS3Error } from './errors.ts'
import { findOperation } from './operations.ts'
import { readRawCall } from './raw-call.ts'
import type { S3Call } from './s3-call.ts'
import { authenticate } from './signing/authenticate.ts'
import { buildErrorXml } from './xml.ts'

/** /s3: buckets and objects in the words of S3, for every client that signs with Signature Version 4. */
export const s3Protocol: FastifyPluginAsync<StorageOptions> = async (app, { context }) => {
  app.setErrorHandler(renderError)
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'x-amz-request-id': randomUUID(), 'x-content-type-options': 'nosniff' })
  })
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const call = await readCall(context, request, reply, app.prefix)
    return findOperation(call)(call)
  }
  for (const url of ['/', '/*']) {
    app.route({ method: ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'], url, exposeHeadRoute: false, handler: answer })
  }
}

async function readCall(
  context: StorageContext,
  request: FastifyRequest,
  reply: FastifyReply,
  prefix: string,
): Promise<S3Call> {
  const raw = readRawCall(request, prefix)
  const authenticated = await authenticate(context, raw)
  const { caller, isPresigned } = authenticated
  const parameter = (name: string) => raw.queryValues.get(name)?.[0]
  return {
    ...raw,
    context,
    request,
    reply,
    caller,
    isPresigned,
    body: readBody(request.raw, authenticated),
    parameter,
    option(name) {
      const header = request.headers[name]
      return typeof header === 'string' ? header : isPresigned ? parameter(name) : undefined
    },
  }
}

function renderError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toStorageError(error)
  const { status, code, message } = viewS3Error(known)
  if (isOurFault(known)) request.log.error({ err: error }, 'an S3 request failed')
  const document = {
    Code: code,
    Message: message,
    Resource: request.url.split('?', 1)[0] ?? '',
    RequestId: String(reply.getHeader('x-amz-request-id')),
  }
  return reply.status(status).header('cache-control', 'no-store').type('application/xml').send(buildErrorXml(document))
}
