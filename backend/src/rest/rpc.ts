import type { Logger } from 'pino'

/** A value that a statement binds. Objects and arrays are bound as JSON: `${ids}::jsonb`. */
export type BoundValue = string | number | boolean | null | undefined | object

/**
 * Runs one statement as the caller, in its own transaction: role, claims, row level security, statement timeout and fair share are
 * those of the request. Values are bound untyped, so cast them. Rows are objects as `json_agg` writes them.
 */
export interface CallerSql {
  <Row extends object>(text: TemplateStringsArray, ...values: readonly BoundValue[]): Promise<Row[]>
  /** For SQL built at run time: `$1` refers to the first value. Never concatenate user input into the text. */
  query<Row extends object>(text: string, values: readonly BoundValue[]): Promise<Row[]>
}

/** The answer of the database function. A handler that returns it sends it byte for byte, with the function's headers and status. */
export interface DatabaseAnswer {
  /** Parsed when read. */
  readonly value: unknown
}

/** A function call that the application handles. */
export interface RpcCall {
  /** Given arguments by name. Texts of a GET or a form are converted to the parameter's type. */
  readonly params: Readonly<Record<string, unknown>>
  readonly sql: CallerSql
  /** Calls the database function. */
  next(): Promise<DatabaseAnswer>
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
  readonly log: Logger
}

/** Handles a function in TypeScript. @returns its value, sent as JSON, or the result of `next()` */
export type RpcHandler = (call: RpcCall) => Promise<unknown>

/** Handlers by function name; the functions are in the first exposed schema and return a single value. */
export type RpcHandlers = Readonly<Record<string, RpcHandler>>

/** Refuses a call with the error that the client sees. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  /** A SQLSTATE or a code of the application. */
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
