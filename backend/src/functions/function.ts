import type { SupabaseClient } from '@supabase/supabase-js'

/** The caller, from the verified token or key. Functions must not take it from the payload. */
export interface FunctionCaller {
  /** anon, authenticated, service_role, or a role named by a token of this installation. */
  readonly role: string
  /** The token's `sub`; null for API keys and visitors. */
  readonly userId: string | null
  readonly claims: Readonly<Record<string, unknown>>
  /** The session's token; null for API keys and visitors. */
  readonly token: string | null
}

type LogLine = (message: string, fields?: Readonly<Record<string, unknown>>) => void

/** Writes to the server's log under the function's name, as does `console`. */
export interface FunctionLog {
  readonly debug: LogLine
  readonly info: LogLine
  readonly warn: LogLine
  readonly error: LogLine
}

/** What a function receives besides its request. */
export interface FunctionContext {
  readonly caller: FunctionCaller
  /** The client's network address, as reported by the proxy with `TRUST_PROXY`; for rate limits, not for authentication. */
  readonly clientAddress: string
  /** The path after the function's name, decoded: `` or `/users/1`. */
  readonly path: string
  /** The function's own variables, without the server's environment; same as `process.env`. */
  readonly env: Readonly<Record<string, string>>
  /** Client acting as the caller, under the caller's row level security. */
  readonly supabase: SupabaseClient
  /** Client with the secret key, which bypasses row level security. Check the caller before using it. */
  readonly supabaseAdmin: SupabaseClient
  readonly log: FunctionLog
  /** Keeps the function's process alive after the answer until `work` settles; errors are logged. */
  waitUntil(work: Promise<unknown>): void
}

/** Exported by a function's module as `handle`. Uses web standard types, so it can move to any runtime that supports them. */
export type FunctionHandler = (request: Request, context: FunctionContext) => Promise<Response> | Response

export interface FunctionSettings {
  /** False accepts calls without a token or key; default true. */
  readonly verifyJwt?: boolean
  /** Maximum time until the answer begins, and between two chunks of a streamed one; default 150,000. */
  readonly timeoutMs?: number
  /** Maximum size of the request body; default 10 MiB. */
  readonly bodyLimitBytes?: number
  /** Memory beyond that of an empty process, in megabytes; default 256. */
  readonly memoryMb?: number
  /** CPU time without returning to the event loop, in milliseconds; default 2,000. */
  readonly cpuMs?: number
  /** True starts a process for every call, which therefore runs the code as it is by then; default false. */
  readonly oneShot?: boolean
  /** Concurrent calls per process; default 16. With 1, a crash affects a single call. */
  readonly concurrency?: number
  /** Per user, or per address without a user; default unlimited. */
  readonly callsPerMinute?: number
  /** The function's whole environment; default empty. */
  readonly env?: Readonly<Record<string, string>>
}

export interface FunctionDefinition extends FunctionSettings {
  /** The file that exports `handle`. Loaded at the first call, in a separate process. */
  readonly module: URL
  /** Runs the file in Deno, where it calls `Deno.serve`, as functions of Supabase do; it sees its path without /functions/v1. */
  readonly deno?: DenoOptions
}

/** How Deno is started for a function. */
export interface DenoOptions {
  /** Null where it is missing: calls are refused. */
  readonly executable: string | null
  /** deno.json, or an import map; null for none. */
  readonly importMap: string | null
  /** The working directory. */
  readonly folder: string
  /** Data of the installation, which the function may not read. */
  readonly hiddenFolder: string
  /** Whether dependencies come from a package.json beside the function. */
  readonly readsPackageJson: boolean
}

/** By name, as in /functions/v1/<name>. */
export type Functions = Readonly<Record<string, FunctionDefinition>>
