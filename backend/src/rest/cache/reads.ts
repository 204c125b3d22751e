import type { IncomingHttpHeaders } from 'node:http'
import { availableParallelism } from 'node:os'
import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
import type { RestConfig } from '../../config/rest.ts'
import { type Database, parseDatabaseUrl } from '../../database/database.ts'
import { PipelineError } from '../../database/pipeline/errors.ts'
import { PipelinePool } from '../../database/pipeline/pool.ts'
import { Replica } from '../../database/replica/replica.ts'
import type { Caller } from '../../http/caller.ts'
import type { ApiKeys } from '../../jwt/keyring.ts'
import type { Compiled } from '../compile.ts'
import type { ApiRequest } from '../request/api-request.ts'
import type { HttpAnswer } from '../response/respond.ts'
import type { SchemaCache } from '../schema-cache/types.ts'
import { AnswerCache, type Reader, readElsewhere } from './answer-cache.ts'
import { cacheKey, isSafe } from './cache-key.ts'
import type { CachedAnswer } from './cached-answer.ts'
import { isShareable, readsTheClock } from './shareable.ts'
import { Visitors } from './visitors.ts'

export interface HttpCall {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
}

/** The parts of a request that decide where its answer may come from. */
export interface Asked {
  readonly isAnonymous: boolean
  readonly isSafe: boolean
  /** Null if it can't be cached. */
  readonly key: string | null
}

/** The configuration that decides whether anything may be cached. */
type KeepRules = Pick<RestConfig, 'preRequest' | 'visitors'>

/** Runs a request on one of the pools. `mayKeep` is false if the response set its own headers or status. */
export type Run = (reader: Reader) => Promise<{ answer: HttpAnswer; mayKeep: boolean }>

/** Answers from the cache, a replica or the primary. All but anonymous reads go to the primary. */
export class Reads {
  readonly pool: PipelinePool
  readonly #answers: AnswerCache | null
  readonly #replica: Replica | null
  readonly #visitors: Visitors

  constructor(config: Config, database: Database, apiKeys: ApiKeys, log: Logger) {
    // Hot-path connections: one per core, over all processes together.
    const size = Math.ceil(availableParallelism() / config.workers)
    const { admin, replication, pipeline } = database
    const { cacheBytes } = config.rest
    this.#visitors = new Visitors(apiKeys)
    this.pool = new PipelinePool({ connection: pipeline, size })
    this.#answers = cacheBytes > 0 ? new AnswerCache({ admin, replication, log, maxBytes: cacheBytes }) : null
    const address = config.databaseReplicaUrl
    this.#replica = address
      ? new Replica({ connection: replicaOf(address, database), primary: admin, log, size })
      : null
  }

  start(): void {
    this.#answers?.start()
    this.#replica?.start()
  }

  async stop(): Promise<void> {
    await Promise.all([this.pool.close(), this.#answers?.stop(), this.#replica?.stop()])
  }

  ask(http: HttpCall, caller: Caller, version: number, { preRequest, visitors }: KeepRules): Asked {
    const visitor = this.#visitors.kindOf(caller)
    const safe = isSafe(http.method)
    // Cached answers skip both the pre-request function and the check that visitors are allowed.
    const mayKeep = preRequest === null && visitors
    const key = this.#answers && visitor && safe && mayKeep ? cacheKey(http, visitor, version) : null
    return { isAnonymous: visitor !== null, isSafe: safe, key }
  }

  /** The cached answer for a caller whose headers alone show that it is anonymous. */
  keptFor(http: HttpCall, version: number): CachedAnswer | null {
    if (!this.#answers || !isSafe(http.method)) return null
    const visitor = this.#visitors.kindByHeaders(http.headers)
    const key = visitor && cacheKey(http, visitor, version)
    return key === null ? null : this.#answers.lookUp(key)
  }

  kept({ key }: Asked): CachedAnswer | null {
    return key === null || !this.#answers ? null : this.#answers.lookUp(key)
  }

  async answer(
    asked: Asked,
    { request, compiled, cache }: { request: ApiRequest; compiled: Compiled; cache: SchemaCache },
    run: Run,
  ): Promise<HttpAnswer> {
    const replica = asked.isAnonymous && asked.isSafe ? this.#usableReplica() : null
    if (this.#answers && asked.key !== null && isShareable(request, compiled, cache)) {
      const subject = { key: asked.key, shape: compiled, statement: compiled.main.text }
      return this.#answers.read({ ...subject, passing: readsTheClock(request), reader: this.pool, replica, run })
    }
    const { answer } = replica ? await readElsewhere(run, replica, this.pool) : await run(this.pool)
    if (!compiled.readOnly) {
      if (asked.isAnonymous) this.#replica?.wrote()
      await this.#answers?.afterWrite()
    }
    return answer
  }

  #usableReplica(): Reader | null {
    const replica = this.#replica
    if (!replica?.isUsable) return null
    const doubt = (error: unknown): never => {
      if (error instanceof PipelineError) replica.doubt()
      throw error
    }
    return {
      run: (steps, handle) => replica.pool.run(steps, handle).catch(doubt),
      transaction: (work, handle) => replica.pool.transaction(work, handle).catch(doubt),
    }
  }
}

/** The address locates the replica; user and password are the primary's, since roles are replicated. */
function replicaOf(address: string, { authenticator }: Database) {
  const { user, password } = authenticator
  return { ...parseDatabaseUrl(address), user, password }
}
