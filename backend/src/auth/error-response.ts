import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import postgres from '#postgres'
import { isOutOfReach } from '../database/out-of-reach.ts'
import { ShareExceeded } from '../http/shares.ts'
import { AuthError, OAuthStyleError, WeakPasswordError } from './errors.ts'

const API_VERSION_HEADER = 'x-supabase-api-version'
const NEW_SHAPE_SINCE = '2024-01-01'

/** Database errors that are not a fault of our statement. */
const BY_SQLSTATE = {
  // Metadata nested more deeply than PostgreSQL can parse.
  '54001': { code: 'bad_json', message: 'The request body is nested too deeply' },
  '53100': { code: 'unexpected_failure', status: 507, message: 'There is no space left on the server' },
} as const

const OUT_OF_REACH = {
  status: 503,
  message: 'The database cannot be reached, please retry after a moment',
  headers: { 'retry-after': '1' },
} as const

/** Renders any error in the shape requested by the client's `X-Supabase-Api-Version`. */
export function renderError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof OAuthStyleError) {
    reply.code(400).send({ error: error.error, error_description: error.message })
    return
  }
  const raised = errorOfTrigger(error)
  const known = raised ? null : asAuthError(error)
  const status = raised?.status ?? known?.status ?? 500
  if (status >= 500) request.log.error({ err: error }, 'auth request failed')

  const newShape = acceptsNewShape(request.headers[API_VERSION_HEADER])
  // auth-js reads `code` only when the version is echoed.
  if (newShape) reply.header(API_VERSION_HEADER, NEW_SHAPE_SINCE)
  reply.code(status)
  if (raised) {
    reply.header('x-sb-error-code', 'unexpected_failure')
    reply.send(newShape ? { code: 'unexpected_failure', message: raised.body.message } : raised.body)
    return
  }
  const shown = known ?? new AuthError('unexpected_failure')
  reply.headers({ 'x-sb-error-code': shown.code, ...shown.headers })
  reply.send(newShape ? newBody(shown) : legacyBody(shown))
}

function newBody(error: AuthError) {
  return { code: error.code, message: error.message, ...weaknessOf(error) }
}

function legacyBody(error: AuthError) {
  const id = error.status >= 500 ? { error_id: randomUUID() } : {}
  return { code: error.status, error_code: error.code, msg: error.message, ...id, ...weaknessOf(error) }
}

function weaknessOf(error: AuthError) {
  return error instanceof WeakPasswordError ? { weak_password: { reasons: error.reasons } } : {}
}

function acceptsNewShape(header: string | string[] | undefined): boolean {
  const version = Array.isArray(header) ? header[0] : header
  return version !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= NEW_SHAPE_SINCE
}

function asAuthError(error: unknown): AuthError | null {
  if (error instanceof AuthError) return error
  if (error instanceof ShareExceeded) {
    const headers = { 'retry-after': String(error.retryAfterSeconds) }
    return new AuthError('over_request_rate_limit', { message: error.message, headers, cause: error })
  }
  if (error instanceof postgres.PostgresError && error.code in BY_SQLSTATE) {
    const { code, ...more } = BY_SQLSTATE[error.code as keyof typeof BY_SQLSTATE]
    return new AuthError(code, { ...more, cause: error })
  }
  // Clients keep their session and try again after a 503; after a 500 of a refresh they forget it.
  if (isOutOfReach(error)) return new AuthError('unexpected_failure', { ...OUT_OF_REACH, cause: error })
  if (!(error instanceof Error)) return null
  const { code, validation, statusCode } = error as Error & { code?: string; validation?: unknown; statusCode?: number }
  const unreadable = `Could not parse request body as JSON: ${error.message}`
  if (validation !== undefined) return new AuthError('bad_json', { message: unreadable, cause: error })
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AuthError('request_entity_too_large', { cause: error })
  if (code === 'FST_ERR_HANDLER_TIMEOUT') return new AuthError('request_timeout', { cause: error })
  if (error instanceof SyntaxError || statusCode === 400)
    return new AuthError('bad_json', { message: unreadable, cause: error })
  return null
}

interface TriggerError {
  readonly status: number
  readonly body: { code: string; message: string; hint?: string; detail?: string }
}

/**
 * An error raised by an application's own trigger on auth.users: RAISE (P0001), an integrity violation (class 23), or PTnnn,
 * which sets the status. These messages are meant for the caller; any other database error is only logged.
 */
function errorOfTrigger(error: unknown): TriggerError | null {
  if (!(error instanceof postgres.PostgresError)) return null
  const chosenStatus = /^PT([45]\d\d)$/.exec(error.code)?.[1]
  if (error.code !== 'P0001' && !error.code.startsWith('23') && chosenStatus === undefined) return null
  const { code, message, hint, detail } = error
  return {
    status: chosenStatus === undefined ? 500 : Number(chosenStatus),
    body: { code, message, ...(hint ? { hint } : {}), ...(detail ? { detail } : {}) },
  }
}
