/** The database rejected a statement. Field names follow PostgreSQL's error fields; `code` is the SQLSTATE. */
export class StatementError extends Error {
  override readonly name = 'StatementError'
  readonly code: string
  readonly detail: string | null
  readonly hint: string | null
  readonly severity: string

  constructor(fields: ReadonlyMap<string, string>) {
    super(fields.get('M') ?? 'unknown database error')
    this.code = fields.get('C') ?? 'XX000'
    this.detail = fields.get('D') ?? null
    this.hint = fields.get('H') ?? null
    this.severity = fields.get('V') ?? fields.get('S') ?? 'ERROR'
  }
}

export type PipelineFailure = 'cannot_connect' | 'connection_lost' | 'queue_full' | 'queue_timeout' | 'closed'

/** The pool could not run a request; after `connection_lost` it is unknown whether the request took effect. */
export class PipelineError extends Error {
  override readonly name = 'PipelineError'
  readonly reason: PipelineFailure

  constructor(reason: PipelineFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** Decodes the body of an ErrorResponse: one type byte and a zero-terminated string per field. */
export function readErrorFields(body: Buffer): Map<string, string> {
  const fields = new Map<string, string>()
  let offset = 0
  while (offset < body.length && body[offset] !== 0) {
    const end = body.indexOf(0, offset + 1)
    fields.set(String.fromCharCode(body[offset] ?? 0), body.toString('utf8', offset + 1, end))
    offset = end + 1
  }
  return fields
}
