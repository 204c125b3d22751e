import type { SupabaseClient } from '@supabase/supabase-js'

/** Who calls, from the verified token or key. Nothing in the payload may stand in for it. */
export interface FunctionCaller {
  /** anon, authenticated, service_role, or the role that a token of this installation names. */
  readonly role: string
  /** The token's `sub`; null for API keys and visitors. */
  readonly userId: string | null
  readonly claims: Readonly<Record<string, unknown>>
  /** The session's token; null for API keys and visitors. */
  readonly token: string | null
}

type LogLine = (message: string, fields?: Readonly<Record<string, unknown>>) => void

/** Writes to the server's own log, under the function's name. `console` ends up there as well. */
export interface FunctionLog {
  readonly debug: LogLine
  readonly info: LogLine
  readonly warn: LogLine
  readonly error: LogLine
}

/** What a function knows beyond its request. */
export interface FunctionContext {
  readonly caller: FunctionCaller
  /** The network address of the client, with `TRUST_PROXY` as the proxy tells it; for limits, not for trust. */
  readonly clientAddress: string
  /** What follows the function's name, decoded: `` or `/users/1`. */
  readonly path: string
  /** What the application gave this function, and nothing of the server's own environment; `process.env` is the same. */
  readonly env: Readonly<Record<string, string>>
  /** The client as the caller: row level security decides as if the caller had asked. */
  readonly supabase: SupabaseClient
  /** The client with the secret key: past row level security. Whoever takes it must check the caller first. */
  readonly supabaseAdmin: SupabaseClient
  readonly log: FunctionLog
  /** Keeps the function's process alive after the answer until `work` is done; what it throws is logged. */
  waitUntil(work: Promise<unknown>): void
}

/** What a function's module exports as `handle`. It speaks the web's own types, so it can move to any runtime that does. */
export type FunctionHandler = (request: Request, context: FunctionContext) => Promise<Response> | Response

export interface FunctionSettings {
  /** False lets everybody in without a token or key; default true. */
  readonly verifyJwt?: boolean
  /** Until the answer begins, and between two pieces of a streamed one; default 150,000. */
  readonly timeoutMs?: number
  /** Of the request's body; default 10 MiB. */
  readonly bodyLimitBytes?: number
  /** What the function may use beyond an empty process, in megabytes; default 256. */
  readonly memoryMb?: number
  /** Processor time without ever returning to the event loop, in milliseconds; default 2,000. */
  readonly cpuMs?: number
  /** Calls that share one process at the same time; default 16. With 1, a call that crashes fails alone. */
  readonly concurrency?: number
  /** Of one user, or of one address without a user; default as many as they like. */
  readonly callsPerMinute?: number
  /** All that the function finds in its environment; default nothing. */
  readonly env?: Readonly<Record<string, string>>
}

export interface FunctionDefinition extends FunctionSettings {
  /** The file that exports `handle`. It is loaded at the first call, in a process of its own. */
  readonly module: URL
}

/** By name, as in /functions/v1/<name>. */
export type Functions = Readonly<Record<string, FunctionDefinition>>
