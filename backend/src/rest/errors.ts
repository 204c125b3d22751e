import { isOutOfReach } from '../database/out-of-reach.ts'
import { PipelineError, StatementError } from '../database/pipeline/errors.ts'
import { ShareExceeded } from '../http/shares.ts'
import { TokenError } from '../jwt/keyring.ts'
import { TokenOveruse } from '../jwt/personal-tokens.ts'
import type { Reduction } from '../jwt/token-rights.ts'
import { RpcError } from './rpc.ts'
import { statusOfSqlState } from './sql-states.ts'

/** The data API's own codes with their HTTP status. Database errors carry their SQLSTATE instead. */
const REST_ERRORS = {
  PGRST000: 503,
  PGRST001: 503,
  PGRST002: 503,
  PGRST003: 504,
  PGRST100: 400,
  PGRST101: 405,
  PGRST102: 400,
  PGRST103: 416,
  PGRST105: 405,
  PGRST106: 406,
  PGRST107: 406,
  PGRST108: 400,
  PGRST111: 500,
  PGRST112: 500,
  PGRST114: 400,
  PGRST115: 400,
  PGRST116: 406,
  PGRST117: 405,
  PGRST118: 400,
  PGRST121: 500,
  PGRST122: 400,
  PGRST123: 400,
  PGRST124: 400,
  PGRST125: 404,
  PGRST126: 404,
  PGRST127: 400,
  PGRST128: 400,
  PGRST200: 400,
  PGRST201: 300,
  PGRST202: 404,
  PGRST203: 300,
  PGRST204: 400,
  PGRST205: 404,
  PGRST301: 401,
  PGRST302: 401,
  PGRST303: 401,
  PGRSTX00: 500,
} as const

export type RestErrorCode = keyof typeof REST_ERRORS

export interface ErrorBody {
  readonly code: string
  readonly details: unknown
  readonly hint: string | null
  readonly message: string
}

/** An error response. `code` is one of ours, or a SQLSTATE for errors that the database raised. */
export class RestError extends Error {
  override readonly name = 'RestError'
  readonly code: string
  readonly status: number
  readonly details: unknown
  readonly hint: string | null
  readonly headers: Readonly<Record<string, string>>
  /** The reason phrase, if the database set one. */
  readonly statusText: string | null

  constructor(code: RestErrorCode, message: string, more: ErrorDetails = {}) {
    super(message, more.cause ? { cause: more.cause } : {})
    this.code = more.code ?? code
    this.status = more.status ?? REST_ERRORS[code]
    this.details = more.details ?? null
    this.hint = more.hint ?? null
    this.headers = more.headers ?? {}
    this.statusText = more.statusText ?? null
  }

  get body(): ErrorBody {
    return { code: this.code, details: this.details, hint: this.hint, message: this.message }
  }
}

export interface ErrorDetails {
  readonly details?: unknown
  readonly hint?: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
  /** For SQLSTATEs and codes set by a database function. */
  readonly code?: string
  readonly status?: number
  readonly statusText?: string
}

/**
 * Maps a code that the application raises to its status, user-facing message and hint; null for codes that aren't its own. `details` is what
 * was raised as DETAIL, `refused` PostgreSQL's own text and the role that ran the statement.
 */
export type ExplainRefusal = (
  code: string,
  details: string | null,
  refused: { readonly message: string; readonly role: string | null },
) => { readonly status?: number; readonly message?: string; readonly hint?: string } | null

/** Converts whatever ended a request to the one error that the client sees. */
export function toRestError(error: unknown, role: string | null, explain: ExplainRefusal = () => null): RestError {
  if (error instanceof RestError) return error
  if (error instanceof StatementError) return fromDatabase(error, role, explain)
  if (error instanceof RpcError) {
    const { code, status, details, hint } = error
    return new RestError('PGRSTX00', error.message, { code, status, details, hint, cause: error })
  }
  if (error instanceof TokenError) return fromToken(error)
  if (error instanceof TokenOveruse || error instanceof ShareExceeded) return fromOveruse(error)
  if (error instanceof PipelineError) return fromPipeline(error)
  if (isOutOfReach(error)) return connectionLost(error)
  return new RestError('PGRSTX00', 'Something went wrong', { cause: error })
}

/** An error with PostgreSQL's own text and SQLSTATE, found without asking it. */
export function databaseRefusal(sqlState: string, message: string): RestError {
  return new RestError('PGRSTX00', message, { code: sqlState, status: statusOfSqlState(sqlState, message, null) })
}

const READ_ONLY_TRANSACTION = '25006'

/** Turns a read-only token's failed write into a 403; returns any other error unchanged. */
export function withoutWriting(error: unknown): unknown {
  if (!(error instanceof StatementError) || error.code !== READ_ONLY_TRANSACTION) return error
  return new RestError('PGRSTX00', 'This token may only read.', { code: '42501', status: 403, cause: error })
}

const REDUCED: Readonly<Record<Reduction, { message: string; status: number }>> = {
  second_factor: {
    message: 'Your account asks for a second proof: sign in again and enter your code.',
    status: 401,
  },
  application: { message: 'This app may not do that for you.', status: 403 },
}

/** Explains a permission error of a token that is limited to visitors' rights; returns any other error unchanged. */
export function withReason(error: unknown, reduced: Reduction | null): unknown {
  if (reduced === null || !(error instanceof StatementError) || error.code !== '42501') return error
  const { message, status } = REDUCED[reduced]
  return new RestError('PGRSTX00', message, { code: '42501', status, cause: error })
}

const RETRY_SOON = { 'Retry-After': '1' }

function fromPipeline(error: PipelineError): RestError {
  switch (error.reason) {
    case 'queue_full':
    case 'queue_timeout':
      return new RestError('PGRST003', 'Timed out acquiring connection from connection pool.', {
        headers: RETRY_SOON,
        cause: error,
      })
    case 'connection_lost':
      return connectionLost(error)
    default:
      return new RestError('PGRST000', 'Database connection error. Retrying the connection.', {
        headers: RETRY_SOON,
        cause: error,
      })
  }
}

function connectionLost(cause: unknown): RestError {
  return new RestError('PGRST001', 'The database connection was lost', { headers: RETRY_SOON, cause })
}

function fromOveruse({ message, retryAfterSeconds }: TokenOveruse | ShareExceeded): RestError {
  return new RestError('PGRSTX00', message, {
    code: 'PT429',
    status: 429,
    headers: { 'Retry-After': String(retryAfterSeconds) },
  })
}

const TIME_MESSAGES: Partial<Record<TokenError['reason'], string>> = {
  expired: 'JWT expired',
  not_yet_valid: 'JWT not yet valid',
  issued_in_future: 'JWT issued at future',
}

const UNREADABLE_CLAIMS = 'Parsing claims failed'
/** By the library's code, for tokens whose signature was not even checked, or that hold no claims. */
const FORM_MESSAGES: Readonly<Record<string, string>> = {
  ERR_JWKS_NO_MATCHING_KEY: 'No suitable key or wrong key type',
  ERR_JOSE_ALG_NOT_ALLOWED: 'Wrong or unsupported encoding algorithm',
  ERR_JOSE_NOT_SUPPORTED: 'Wrong or unsupported encoding algorithm',
  ERR_JWS_INVALID: "JWT couldn't be decoded",
  ERR_JWT_INVALID: UNREADABLE_CLAIMS,
}

function fromToken(error: TokenError): RestError {
  const aboutTime = TIME_MESSAGES[error.reason]
  const aboutForm =
    error.cause instanceof Error && 'code' in error.cause ? FORM_MESSAGES[String(error.cause.code)] : undefined
  const isAboutClaims = aboutTime !== undefined || error.reason === 'claims' || aboutForm === UNREADABLE_CLAIMS
  const code = isAboutClaims ? 'PGRST303' : 'PGRST301'
  const message =
    aboutTime ?? aboutForm ?? (error.reason === 'signature' ? 'JWT cryptographic operation failed' : error.message)
  const challenge = `Bearer error="invalid_token", error_description="${message.replace(/[^\x20-\x7e]|["\\]/g, '')}"`
  return new RestError(code, message, { headers: { 'WWW-Authenticate': challenge }, cause: error })
}

/** SQLSTATEs and classes that concern the server itself, with the messages that clients get instead. */
const SERVER_TROUBLE: Readonly<Record<string, string>> = {
  '53100': 'There is no space left on the server',
  '53200': 'The server is out of memory',
  '54001': 'The request is nested too deeply',
  '57P01': 'The database is restarting',
  '57P02': 'The database is restarting',
  '57P03': 'The database is starting',
  '08': 'The database connection was lost',
  '53': 'The database has no resources left for this',
  '58': 'The database cannot read or write its files',
  F0: 'The database has a wrong configuration',
  XX: 'The database failed unexpectedly',
}

function fromDatabase(error: StatementError, role: string | null, explain: ExplainRefusal): RestError {
  if (error.code === 'PGRST') return fromRaisedPayload(error)
  const explained = explain(error.code, error.detail, { message: error.message, role })
  const status = explained?.status ?? statusOfSqlState(error.code, error.message, role)
  const headers: Record<string, string> = {}
  if (status === 503) headers['Retry-After'] = '1'
  if (status === 401) headers['WWW-Authenticate'] = 'Bearer'
  const ofServer = SERVER_TROUBLE[error.code] ?? SERVER_TROUBLE[error.code.slice(0, 2)]
  if (ofServer !== undefined) {
    // PostgreSQL's own text names files, hosts and processes, so it goes only to the log.
    return new RestError('PGRSTX00', ofServer, { code: error.code, status, headers, cause: error })
  }
  return new RestError('PGRSTX00', explained?.message ?? error.message, {
    code: error.code,
    status,
    // `raise sqlstate 'PT402'` sets the reason phrase with its message.
    ...(/^PT[2-5]\d\d$/.test(error.code) ? { statusText: headerText(error.message) } : {}),
    details: error.detail,
    hint: explained?.hint ?? error.hint,
    headers,
    cause: error,
  })
}

const RAISED_MESSAGE =
  "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'."
const RAISED_DETAIL =
  "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'."

/** `raise sqlstate 'PGRST'`: MESSAGE is the body as JSON, DETAIL is {status, status_text, headers} as JSON. */
function fromRaisedPayload(error: StatementError): RestError {
  const unreadable = (details: string, hint: string) =>
    new RestError('PGRST121', 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error', {
      details,
      hint,
      cause: error,
    })
  const body = parseObject(error.message)
  if (typeof body?.code !== 'string' || typeof body.message !== 'string') {
    return unreadable(`Invalid JSON value for MESSAGE: '${error.message}'`, RAISED_MESSAGE)
  }
  if (!error.detail) return unreadable('DETAIL is missing in the RAISE statement', RAISED_DETAIL)
  const answer = parseObject(error.detail)
  const { status, status_text: statusText, headers: given } = answer ?? {}
  if (typeof status !== 'number' || !isStatus(status) || typeof given !== 'object' || given === null) {
    return unreadable(`Invalid JSON value for DETAIL: '${error.detail}'`, RAISED_DETAIL)
  }
  const headers: Record<string, string> = status === 503 ? { ...RETRY_SOON } : {}
  for (const [name, value] of Object.entries(given)) {
    if (isHeaderName(name)) headers[name] = headerText(String(value))
  }
  return new RestError('PGRSTX00', body.message, {
    code: body.code,
    status,
    ...(typeof statusText === 'string' ? { statusText: headerText(statusText) } : {}),
    details: body.details ?? null,
    hint: typeof body.hint === 'string' ? body.hint : null,
    headers,
    cause: error,
  })
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null // the caller answers PGRST121
  }
}

export function isStatus(status: number): boolean {
  return Number.isInteger(status) && status >= 200 && status <= 599
}

export function isHeaderName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)
}

/** Header values come from SQL here: Node refuses control characters and non-Latin-1, and CR/LF would split the response. */
export function headerText(value: string): string {
  return value.replace(/[^\x20-\x7e\xa0-\xff]/g, '')
}
