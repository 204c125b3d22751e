import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isOutOfReach } from '../database/out-of-reach.ts'
import { ShareExceeded } from '../http/shares.ts'
import { type ErrorEnvelope, StorageError, type StorageErrorName } from './errors.ts'

/** Maps SQLSTATEs and file system error codes to storage errors. */
const BY_SQLSTATE: Readonly<Record<string, StorageErrorName>> = {
  '42501': 'write_denied',
  '23505': 'resource_exists',
  '23503': 'related_missing',
  '23514': 'invalid_parameter',
  '22P02': 'invalid_parameter',
  '55P03': 'resource_locked',
  '57014': 'database_timeout',
  '25006': 'read_only',
  '53100': 'disk_full',
  '54001': 'invalid_parameter', // nested too deeply
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  '22023': 'bad_token', // the token names a role that does not exist in the database
}

/** Renders any thrown error as the protocol's envelope; only unexpected errors are logged as errors. */
export function renderError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toStorageError(error)
  if (isOurFault(known)) request.log.error({ err: error }, 'storage request failed')
  if (error instanceof ShareExceeded) reply.header('retry-after', error.retryAfterSeconds)
  const status = known instanceof RequestError ? known.status : known.httpStatus
  reply.status(status).headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  return reply.send(known.envelope)
}

/** Clients expect another validator's wording for missing properties. */
function protocolMessage(message: string): string {
  return message.replace(/must have required properties ([\w-]+)(?:, .*)?$/, "must have required property '$1'")
}

/** Whether the operator should know about the error. */
export function isOurFault({ kind }: StorageError): boolean {
  return kind === 'internal' || kind === 'store_unavailable' || kind === 'disk_full'
}

export function renderNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const body: ErrorEnvelope = {
    statusCode: '404',
    error: 'Not Found',
    message: `Route ${request.method}:${request.url} not found`,
    code: 'InvalidRequest',
  }
  return reply.status(404).send(body)
}

/** An error raised by Fastify itself keeps its real HTTP status. */
class RequestError extends StorageError {
  readonly status: number
  constructor(status: number, message: string, cause: Error) {
    super('invalid_request', message, { cause })
    this.status = status
  }
}

/** Maps an error of the database, Fastify or this service to a StorageError. */
export function toStorageError(error: Error & { code?: unknown; statusCode?: unknown }): StorageError {
  if (error instanceof StorageError) return error
  if (error instanceof ShareExceeded) return new StorageError('too_busy', error.message, { cause: error })
  const code = typeof error.code === 'string' ? error.code : ''
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new StorageError('invalid_mime_type', 'Invalid Content-Type header', { cause: error })
  }
  // Our own code, raised by storage.change_usage; its message contains the numbers.
  if (code === 'QUOTA') return new StorageError('quota_exceeded', error.message, { cause: error })
  const kind = BY_SQLSTATE[code]
  if (kind) return new StorageError(kind, undefined, { cause: error })
  if (isOutOfReach(error)) return new StorageError('database_timeout', undefined, { cause: error })
  if (typeof error.statusCode === 'number' && error.statusCode >= 400 && error.statusCode < 500) {
    return new RequestError(error.statusCode, protocolMessage(error.message), error)
  }
  return new StorageError('internal', undefined, { cause: error })
}
