import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'

/** HTTP errors of realtime. Sockets have their own error messages: see join.ts and channel.ts. */
const REALTIME_ERRORS = {
  unauthorized: { status: 401, body: { message: 'Unauthorized' } },
  forbidden: { status: 403, body: { error: 'You do not have permissions to write to this Channel' } },
  unsupported_media_type: { status: 415, body: { error: 'Unsupported Media Type' } },
  invalid_message: { status: 422, body: {} },
  too_large: { status: 422, body: { errors: { payload: ['Payload size exceeds the limit'] } } },
  too_many_requests: { status: 429, body: { message: 'Too many requests' } },
  internal: { status: 500, body: { message: 'Internal server error' } },
} as const

export type RealtimeErrorCode = keyof typeof REALTIME_ERRORS

export class RealtimeError extends Error {
  override readonly name = 'RealtimeError'
  readonly code: RealtimeErrorCode
  readonly status: number
  readonly body: object

  /** @param details additional members of the response body */
  constructor(code: RealtimeErrorCode, details: object = {}) {
    super(code)
    this.code = code
    this.status = REALTIME_ERRORS[code].status
    this.body = { ...REALTIME_ERRORS[code].body, ...details }
  }
}

export function renderError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const known = error instanceof RealtimeError ? error : new RealtimeError(codeOf(error))
  if (known.status === 500) request.log.error({ err: error }, 'realtime: a request failed')
  reply.status(known.status).send(known.body)
}

function codeOf(error: Error): RealtimeErrorCode {
  const { code } = error as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return 'unsupported_media_type'
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 'too_large'
  return 'internal'
}
