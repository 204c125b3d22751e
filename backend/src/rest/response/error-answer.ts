import type { Logger } from 'pino'
import { StatementError } from '../../database/pipeline/errors.ts'
import { type ExplainRefusal, type RestError, toRestError } from '../errors.ts'
import type { HttpAnswer } from './respond.ts'

/** Converts any error to a response. `role` is the role that the request ran as, if known. */
export function errorAnswer(cause: unknown, role: string | null, log: Logger, explain?: ExplainRefusal): HttpAnswer {
  const error = toRestError(cause, role, explain)
  if (error.status >= 500) logFailure(log, error)
  return {
    status: error.status,
    statusText: error.statusText,
    headers: {
      'Proxy-Status': `PostgREST; error=${error.code.replace(/[^\w]/g, '')}`,
      ...error.headers,
      'Content-Type': 'application/json; charset=utf-8',
    },
    body: Buffer.from(JSON.stringify(error.body)),
  }
}

/** A SQLSTATE comes from the database or the application and isn't a fault of ours: no stack trace. */
function logFailure(log: Logger, error: RestError): void {
  const { cause } = error
  if (cause instanceof StatementError) {
    const { code, message, detail, hint } = cause
    log.warn({ code, message, details: detail, hint }, 'A data API statement failed')
  } else log.error({ err: error.cause ?? error }, 'A data API request failed')
}
