import type { FunctionCaller } from './function.ts'

/** The first message to a new process. */
export interface Boot {
  readonly kind: 'boot'
  readonly name: string
  /** URL of the file that exports `handle`. */
  readonly module: string
  readonly env: Readonly<Record<string, string>>
  /** Where the process serves calls over HTTP: a socket in a folder that only this user can enter. */
  readonly socketPath: string
  readonly memoryMb: number
  readonly cpuMs: number
  readonly backend: BackendAddress
}

/** How a function reaches the services. */
export interface BackendAddress {
  /** The public URL, with which every URL in a result starts. */
  readonly publicUrl: string
  /** Where requests are actually sent: the public URL may belong to a proxy that this machine cannot reach. */
  readonly localUrl: string
  readonly publishableKey: string
  readonly secretKey: string
  /** Proves on whose behalf a function's request is made. */
  readonly onBehalfKey: string
}

/** `stop`: finish running calls and exit. `ask`: answer once the event loop is free (Deno). */
export type ToProcess = Boot | { readonly kind: 'stop' } | { readonly kind: 'ask' }

/** `refused`: the module cannot be loaded or exports no handler. Deno sends the last two: a call has started, `ask` is answered. */
export type FromProcess =
  | { readonly kind: 'ready' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'taken'; readonly id: string }
  | { readonly kind: 'answered' }

/** Environment variable with a Deno process's settings as JSON. */
export const DENO_ORDERS_VARIABLE = 'FUNCTION_ORDERS'

export interface DenoOrders {
  readonly socketPath: string
  /** Scheme and host of the addresses that the function sees. */
  readonly origin: string
  /** Variables that are Deno's and ours. */
  readonly hidden: readonly string[]
}

/** Read by Node when a process starts; removed from the environment before the function is loaded. */
export const COMPILE_CACHE_VARIABLE = 'NODE_COMPILE_CACHE'

/** Header in which the gateway passes its facts about a call, as JSON in base64url. */
export const CALL_HEADER = 'x-function-call'

export interface CallFacts {
  /** Identifies a call within a process. */
  readonly id: string
  readonly caller: FunctionCaller
  readonly clientAddress: string
  readonly path: string
}

/** Prefix of a `context.log` line in a process's output; the rest is one JSON object. */
export const LOG_MARK = '\u0001log '

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

export interface LogEntry {
  readonly level: LogLevel
  readonly message: string
  readonly fields: Readonly<Record<string, unknown>>
}
