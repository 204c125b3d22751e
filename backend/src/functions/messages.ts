import type { FunctionCaller } from './function.ts'

/** What a new process is told before anything else. */
export interface Boot {
  readonly kind: 'boot'
  readonly name: string
  /** Address of the file that exports `handle`. */
  readonly module: string
  readonly env: Readonly<Record<string, string>>
  /** Where the process takes calls, as HTTP: a socket in a folder that only this user may enter. */
  readonly socketPath: string
  readonly memoryMb: number
  readonly cpuMs: number
  readonly backend: BackendAddress
}

/** How a function reaches the services. */
export interface BackendAddress {
  /** What browsers call us; every address in a result starts with it. */
  readonly publicUrl: string
  /** Where requests really go: the public one may lie behind a proxy that this machine cannot reach. */
  readonly localUrl: string
  readonly publishableKey: string
  readonly secretKey: string
  /** Proves whom a request of the function is made for. */
  readonly onBehalfKey: string
}

/** `stop`: finish what is under way and end. */
export type ToProcess = Boot | { readonly kind: 'stop' }

/** `refused`: the module cannot be loaded or exports no handler. */
export type FromProcess = { readonly kind: 'ready' } | { readonly kind: 'refused'; readonly reason: string }

/** Read by Node itself when a process starts; taken out of the environment before the function is loaded. */
export const COMPILE_CACHE_VARIABLE = 'NODE_COMPILE_CACHE'

/** The header in which the gateway tells a process what it knows about a call, as JSON in base64url. */
export const CALL_HEADER = 'x-function-call'

export interface CallFacts {
  readonly caller: FunctionCaller
  readonly clientAddress: string
  readonly path: string
}

/** The first bytes of a line of `context.log` on a process's output; the rest is one JSON object. */
export const LOG_MARK = '\u0001log '

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

export interface LogEntry {
  readonly level: LogLevel
  readonly message: string
  readonly fields: Readonly<Record<string, unknown>>
}
