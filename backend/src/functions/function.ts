import type { Config } from '../config.ts'
import type { Caller } from '../http/caller.ts'

/** What a function knows beyond its request. */
export interface FunctionContext {
  /** Who calls, from the verified token. Nothing in the payload may stand in for it. */
  readonly caller: Caller
  /** What follows the function's name: `` or `/users/1`. */
  readonly path: string
  readonly config: Config
}

/** A function speaks the web's own types, so it can be moved to any runtime that does. */
export type FunctionHandler = (request: Request, context: FunctionContext) => Promise<Response> | Response

export interface FunctionDefinition {
  readonly handler: FunctionHandler
  /** False lets everybody in without a token or key; default true. */
  readonly verifyJwt?: boolean
  /** Until the answer begins; default 150,000. */
  readonly timeoutMs?: number
  /** Bytes of the request's body; default 10 MiB. */
  readonly bodyLimit?: number
}

/** By name, as in /functions/v1/<name>. */
export type FunctionHandlers = Readonly<Record<string, FunctionHandler | FunctionDefinition>>
