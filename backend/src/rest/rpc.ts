import type { Logger } from 'pino'

/** A value that a statement binds. Objects and arrays are bound as JSON: `${ids}::jsonb`. */
export type BoundValue = string | number | boolean | null | undefined | object

/**
 * Runs one statement as the caller, in a transaction of its own: role, claims, row level security, statement timeout and fair share are
 * those of the request. Values are bound untyped, so cast them. Rows are objects as `json_agg` writes them.
 */
export interface CallerSql {
  <Row extends object>(text: TemplateStringsArray, ...values: readonly BoundValue[]): Promise<Row[]>
  /** A statement that is put together: `$1` in the text stands for the first value. Never put anything that was sent into the text. */
  query<Row extends object>(text: string, values: readonly BoundValue[]): Promise<Row[]>
}

/** The answer of the database's own function. Returned by a handler, it is sent byte for byte, with the headers and status that it sets. */
export interface DatabaseAnswer {
  /** Parsed when read. */
  readonly value: unknown
}

/** A call of a function that the application answers. */
export interface RpcCall {
  /** By name, only those that were given. In a GET or a form, texts are converted to the parameter's type. */
  readonly params: Readonly<Record<string, unknown>>
  readonly sql: CallerSql
  /** Lets the database's own function answer. */
  next(): Promise<DatabaseAnswer>
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
  readonly log: Logger
}

/** Answers a function in TypeScript. @returns its value, sent as JSON, or what `next()` returned */
export type RpcHandler = (call: RpcCall) => Promise<unknown>

/** By name of a function that returns one value, in the first exposed schema. */
export type RpcHandlers = Readonly<Record<string, RpcHandler>>

/** Refuses a call with the error that the client sees. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  /** A SQLSTATE or a code of the application's own. */
  readonly code: string
  readonly status: number
  readonly details: string | null
  readonly hint: string | null

  constructor(code: string, message: string, more: { status?: number; details?: string; hint?: string } = {}) {
    super(message)
    this.code = code
    this.status = more.status ?? 400
    this.details = more.details ?? null
    this.hint = more.hint ?? null
  }
}
