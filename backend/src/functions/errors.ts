import { ShareExceeded } from '../http/shares.ts'

interface ErrorShape {
  readonly status: number
  readonly code: string
  readonly message: string
  /** True when the platform failed, not the function; the client then reports a relay error. */
  readonly isRelay: boolean
}

const FUNCTION_ERRORS = {
  unauthorized: { status: 401, code: 'UNAUTHORIZED_INVALID_JWT_FORMAT', message: 'Invalid JWT', isRelay: true },
  no_authorization: {
    status: 401,
    code: 'UNAUTHORIZED_NO_AUTH_HEADER',
    message: 'Missing authorization header',
    isRelay: true,
  },
  read_only: { status: 403, code: 'TOKEN_READ_ONLY', message: 'This token may only read', isRelay: true },
  not_found: { status: 404, code: 'NOT_FOUND', message: 'Requested function was not found', isRelay: true },
  method_not_allowed: { status: 405, code: 'METHOD_NOT_ALLOWED', message: 'Method not allowed', isRelay: true },
  body_too_slow: { status: 408, code: 'REQUEST_TIMEOUT', message: 'The request body did not arrive', isRelay: true },
  body_too_large: { status: 413, code: 'PAYLOAD_TOO_LARGE', message: 'The request body is too large', isRelay: true },
  too_many_calls: { status: 429, code: 'RATE_LIMITED', message: 'Too many calls, try again later', isRelay: true },
  aborted: { status: 499, code: 'REQUEST_ABORTED', message: 'The request was aborted', isRelay: true },
  exception: { status: 500, code: 'EDGE_FUNCTION_ERROR', message: 'The function failed', isRelay: false },
  crashed: { status: 500, code: 'WORKER_ERROR', message: 'The function ended unexpectedly', isRelay: true },
  cannot_boot: { status: 503, code: 'BOOT_ERROR', message: 'The function could not start', isRelay: true },
  no_deno: {
    status: 503,
    code: 'BOOT_ERROR',
    message: 'The function could not start: Deno is missing where the server runs, whose log tells more',
    isRelay: true,
  },
  overloaded: { status: 503, code: 'WORKER_LIMIT', message: 'Too many calls are waiting', isRelay: true },
  timeout: { status: 504, code: 'IDLE_TIMEOUT', message: 'The function did not answer in time', isRelay: true },
  over_limit: {
    status: 546,
    code: 'WORKER_RESOURCE_LIMIT',
    message: 'The function used too much memory or processor time',
    isRelay: true,
  },
} as const satisfies Record<string, ErrorShape>

export type FunctionErrorName = keyof typeof FUNCTION_ERRORS

/** Ends a function call with a platform error. `cause` is logged, never sent to the client. */
export class FunctionError extends Error {
  override readonly name = 'FunctionError'
  readonly kind: FunctionErrorName

  readonly #retryAfterSeconds: number | undefined

  constructor(kind: FunctionErrorName, options: ErrorOptions & { retryAfterSeconds?: number } = {}) {
    super(FUNCTION_ERRORS[kind].message, options)
    this.kind = kind
    this.#retryAfterSeconds = options.retryAfterSeconds
  }

  get status(): number {
    return FUNCTION_ERRORS[this.kind].status
  }

  get headers(): Record<string, string> {
    const { code, isRelay } = FUNCTION_ERRORS[this.kind]
    return {
      'sb-error-code': code,
      ...(isRelay ? { 'x-relay-error': 'true' } : {}),
      ...(this.#retryAfterSeconds === undefined ? {} : { 'retry-after': String(this.#retryAfterSeconds) }),
      // A client sending a byte a minute would keep the connection open for the rest of the body.
      ...(this.kind === 'body_too_slow' ? { connection: 'close' } : {}),
    }
  }

  get body(): { code: string; message: string } {
    return { code: FUNCTION_ERRORS[this.kind].code, message: this.message }
  }
}

/** What ends a call, as the error that its client gets. */
export function toFunctionError(error: Error): FunctionError {
  if (error instanceof FunctionError) return error
  if (!(error instanceof ShareExceeded)) return new FunctionError('exception', { cause: error })
  return new FunctionError('too_many_calls', { retryAfterSeconds: error.retryAfterSeconds })
}
