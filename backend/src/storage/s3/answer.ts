import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StorageContext } from '../context.ts'
import { isOurFault, toStorageError } from '../error-renderer.ts'
import { readBody } from './body/read-body.ts'
import { viewS3Error } from './errors.ts'
import { findOperation } from './operations.ts'
import { isForm, postObject } from './post-object.ts'
import { type RawCall, readRawCall } from './raw-call.ts'
import type { S3Call } from './s3-call.ts'
import { authenticate } from './signing/authenticate.ts'
import { buildErrorXml } from './xml.ts'

/**
 * Answers one request. @param prefix where the protocol is mounted
 * @throws {StorageError} rendered by `renderError`
 */
export async function answer(
  context: StorageContext,
  request: FastifyRequest,
  reply: FastifyReply,
  prefix: string,
): Promise<FastifyReply> {
  const raw = readRawCall(request, prefix)
  // Forms are signed in their fields.
  if (isForm(request, raw)) return postObject(context, request, reply, raw.bucket)
  const call = await readCall(context, request, reply, raw)
  return findOperation(call)(call)
}

async function readCall(
  context: StorageContext,
  request: FastifyRequest,
  reply: FastifyReply,
  raw: RawCall,
): Promise<S3Call> {
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

/** Renders an error as S3 does; the request id is in the document and in a header. */
export function renderError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
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
