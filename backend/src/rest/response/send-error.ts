import type { FastifyReply } from 'fastify'
import type { Logger } from 'pino'
import { StatementError } from '../../database/pipeline/errors.ts'
import { type RestError, toRestError } from '../errors.ts'

/** The one place where an error becomes an answer. `role` is the role that the request ran as, where that is known. */
export function sendError(reply: FastifyReply, cause: unknown, role: string | null, log: Logger): FastifyReply {
  const error = toRestError(cause, role)
  if (error.status >= 500) logFailure(log, error)
  if (error.statusText !== null) reply.raw.statusMessage = error.statusText
  return reply
    .code(error.status)
    .headers({ 'Proxy-Status': `PostgREST; error=${error.code.replace(/[^\w]/g, '')}`, ...error.headers })
    .header('Content-Type', 'application/json; charset=utf-8')
    .send(JSON.stringify(error.body))
}

/** A SQLSTATE is the database's or the application's word, not a fault of ours: no stack trace for those. */
function logFailure(log: Logger, error: RestError): void {
  if (error.cause instanceof StatementError) log.warn(error.body, 'A data API statement failed')
  else log.error({ err: error.cause ?? error }, 'A data API request failed')
}
