import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import type { RunHandle } from '../database/pipeline/pool.ts'
import type { Caller } from '../http/caller.ts'
import type { Keyring } from '../jwt/keyring.ts'
import { reductionOf } from '../jwt/token-rights.ts'
import type { ServiceDependencies } from '../service-dependencies.ts'
import { authenticate } from './authenticate.ts'
import type { Reader } from './cache/answer-cache.ts'
import { isSafe } from './cache/cache-key.ts'
import { CachedAnswer } from './cache/cached-answer.ts'
import { Reads } from './cache/reads.ts'
import { negotiated } from './compile.ts'
import { Departures } from './departures.ts'
import { type ExplainRefusal, RestError, withoutWriting, withReason } from './errors.ts'
import { execute } from './execute.ts'
import { FairRuns } from './fair-runs.ts'
import { Generation } from './generation.ts'
import { answerHandled, type Handled, handlerOf } from './handled-call.ts'
import { allowedMethods } from './options.ts'
import { readRequest, targetOf } from './request/api-request.ts'
import { errorAnswer } from './response/error-answer.ts'
import { represent } from './response/representation.ts'
import { contentLocation, type HttpAnswer, respond } from './response/respond.ts'
import type { RpcHandlers } from './rpc.ts'
import { SchemaCacheHolder } from './schema-cache/holder.ts'

/** An incoming request. */
export interface ApiCall {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** Closing it cancels the statement. */
  readonly socket: Socket
}

export interface DataApiOptions {
  readonly explainRefusal?: ExplainRefusal | undefined
  readonly rpc?: RpcHandlers | undefined
}

/** Processes a request from its bytes to its answer: request -> plan -> sql -> response. */
export class DataApi {
  readonly #prefix: string
  readonly #url: URL
  readonly #keyring: Keyring
  readonly #log: Logger
  readonly #explain: ExplainRefusal | undefined
  readonly #handlers: RpcHandlers
  readonly #reads: Reads
  readonly #schemaCache: SchemaCacheHolder
  readonly #departures = new Departures()
  readonly #fairRuns: FairRuns
  #generation: Generation | null = null

  constructor(
    { config, database, keyring, log, explainRefusal, rpc = {} }: ServiceDependencies & DataApiOptions,
    prefix: string,
  ) {
    this.#prefix = prefix
    this.#url = new URL(`${config.publicUrl}${prefix}`)
    this.#keyring = keyring
    this.#log = log
    this.#explain = explainRefusal
    this.#handlers = rpc
    this.#fairRuns = new FairRuns(config.rest.limits)
    this.#reads = new Reads(config, database, keyring.apiKeys, log)
    this.#schemaCache = new SchemaCacheHolder({ connection: database.authenticator, rest: config.rest, log })
  }

  async start(): Promise<void> {
    this.#reads.start()
    await this.#schemaCache.start()
  }

  async stop(): Promise<void> {
    await Promise.all([this.#reads.stop(), this.#schemaCache.close()])
  }

  /** The cached answer to a read, if available in the representation that the client accepts; the same object each time. */
  kept(call: Pick<ApiCall, 'method' | 'url' | 'headers'>): HttpAnswer | null {
    return this.#reads.keptFor(call, this.#schemaCache.version)?.formNow(call.headers) ?? null
  }

  /** Never rejects: errors become answers too. */
  async answer(call: ApiCall): Promise<HttpAnswer> {
    const { method, headers } = call
    const who: { caller: Caller | null } = { caller: null }
    try {
      const answer = await this.#answer(call, who)
      if (answer instanceof CachedAnswer) return await answer.form(headers)
      return method === 'OPTIONS' ? answer : await represent(answer, headers, isSafe(method))
    } catch (error) {
      const { caller } = who
      return errorAnswer(explained(error, caller), caller?.role ?? null, this.#log, this.#explain)
    }
  }

  /** Answers an error that ended a request before it got here. */
  refuse(error: unknown): HttpAnswer {
    return errorAnswer(error, null, this.#log, this.#explain)
  }

  async #answer(call: ApiCall, who: { caller: Caller | null }): Promise<HttpAnswer> {
    const { method, url, headers, body } = call
    // First of all: a bad token is refused even for paths that don't exist.
    const caller = await authenticate(this.#keyring, headers, this.#schemaCache.rest)
    who.caller = caller
    if (caller.role === 'anon' && body.length > this.#schemaCache.rest.limits.visitorBodyBytes) {
      throw new RestError('PGRST102', 'Request body is too large', { status: 413 })
    }
    const { path, rawQuery } = splitUrl(url, this.#prefix)
    const now = this.#now()
    const { cache, rest } = now
    const given = targetOf(path)
    const target =
      given.kind === 'root' && rest.rootSpec !== null ? ({ kind: 'function', name: rest.rootSpec } as const) : given
    if (method === 'OPTIONS') {
      return { status: 200, headers: { Allow: allowedMethods(target, headers, rest.schemas, cache) }, body: null }
    }
    if (target.kind === 'root' && isSafe(method)) return now.description.answer({ caller, method, headers }, cache)
    const asked = this.#reads.ask(call, caller, cache.version, rest)
    const kept = this.#reads.kept(asked)
    if (kept) return kept
    const read = () => {
      const request = readRequest({ method, target, rawQuery, headers, body }, rest)
      return { request, location: contentLocation(request, rawQuery) }
    }
    const { request: asGiven, location } = isSafe(method) ? now.knownReads.take(call, read) : read()
    if (asGiven.query.hasExpressions && caller.role === 'anon' && !rest.visitorExpressions) throw noExpressions()
    const compiled = now.compiler.compile(asGiven, cache, caller.role)
    const request = negotiated(asGiven, compiled.accepted)
    const context = now.contexts.step(caller, request, compiled, cache, headers, path)
    const { pool } = this.#reads
    const handled = handlerOf(this.#handlers, { request, compiled, context }, caller, rest)
    const execution = (reader: Reader) =>
      this.#fairRuns.run(call, caller, compiled, (handle) => {
        const work = () => execute(reader, context, compiled, request, rest, handle)
        // Several clients may be waiting for a read that will be cached, so one disconnecting must not cancel it.
        const isAlone = (asked.key === null || handled) && reader === pool
        return isAlone ? this.#departures.during(call.socket, handle, work) : work()
      })
    const fairly = <T>(shape: object, work: (handle: RunHandle) => Promise<T>) =>
      this.#fairRuns.run(call, caller, shape, (handle) =>
        this.#departures.during(call.socket, handle, () => work(handle)),
      )
    const handle = (reader: Reader, found: Handled) => {
      const parts = { request, compiled, context, reader, socket: call.socket, log: this.#log, fairly }
      const next = () => execution(reader)
      return this.#fairRuns.handle(call, caller, () => answerHandled(found, { ...parts, next }))
    }
    const run = async (reader: Reader) => {
      const answer = await (handled ? handle(reader, handled) : execution(reader))
      const mayKeep = answer.headersSetting === null && answer.statusSetting === null
      return { answer: respond(answer, compiled, request, location), mayKeep }
    }
    // Answers of handlers are neither cached nor read from a replica.
    const source = handled ? { ...asked, isSafe: false, key: null } : asked
    return this.#reads.answer(source, { request, compiled, cache }, run)
  }

  /** One per request, even if a reload happens in between. @throws {RestError} PGRST002 */
  #now(): Generation {
    const cache = this.#schemaCache.current
    if (this.#generation?.cache !== cache) {
      this.#generation = new Generation(cache, this.#schemaCache.rest, this.#reads.pool, this.#url)
    }
    return this.#generation
  }
}

/** Explains errors that are due to limits of the caller's token. */
function explained(error: unknown, caller: Caller | null): unknown {
  if (caller === null) return error
  return withReason(caller.readOnly ? withoutWriting(error) : error, reductionOf(caller.claims))
}

function noExpressions(): RestError {
  return new RestError('PGRST127', 'Feature not implemented', {
    details: 'Filters by regular expression (match, imatch) are for users who are signed in.',
  })
}

/** The path below the prefix and the query, both raw. */
function splitUrl(url: string, prefix: string): { path: string; rawQuery: string } {
  const question = url.indexOf('?')
  const path = question < 0 ? url : url.slice(0, question)
  return { path: path.slice(prefix.length), rawQuery: question < 0 ? '' : url.slice(question + 1) }
}
